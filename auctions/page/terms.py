"""Words of the week that a newcomer may not know, each with what it means."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

AGENDA = (
    _("Agenda"),
    _("A plan of yours for the week: it brings its money if your goods can pay its cost."),
)
REALIZED = (
    _("Realized"),
    _("Paid with goods and turned into money: on Saturday, in the best combination."),
)
LACKING = _(
    "What the agendas you hold or bid for cost beyond your points. An agenda is a plan of yours: "
    "it brings its money if your goods can pay its cost."
)
