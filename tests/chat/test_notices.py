"""The bell notifies one person, and links only within the site."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from chat.contacts.notices import notify, see_notices, topic, withdraw_from, withdraw_notices
from chat.live.fragments import with_token
from chat.messages.fragments import bell, chat_window, who_is_here
from chat.messages.selectors import open_notices
from chat.models import Delivery, Notice
from lobby.models import User
from lobby.tables.fragments import header_parts


def _notify(**wanted: Any) -> Notice:
    notice = notify(**wanted)
    assert notice is not None
    return notice


def test_a_notice_updates_the_users_pages_and_the_bell(
    ada: User, bruno: User, announced: list[str]
) -> None:
    page = bell(ada)
    assert "No new notices" in page.html()
    notice = _notify(user=ada, kind="invitation", text="Bruno <invites> you.", url="/m/x/")
    assert announced == [f"user.{ada.pk}.notices"]
    sent = page.changes()
    assert "Bruno &lt;invites&gt; you." in sent
    assert f"/chat/notices/{notice.pk}/" in sent
    assert "Bruno" not in bell(bruno).html()


def test_a_notice_rerenders_only_the_bell(ada: User) -> None:
    talk = [
        *chat_window(ada, "lobby", label="Lobby"),
        who_is_here(ada, "lobby"),
        *header_parts(ada),
    ]
    hearing = [part.id for part in talk if topic(ada.pk) in part.topics]
    assert hearing == ["bell"]


def test_the_bell_counts_more_than_it_lists(ada: User) -> None:
    for number in range(12):
        notify(user=ada, kind="test", text=f"notice {number}.")
    drawn = bell(ada).html()
    assert ">12<" in drawn
    assert drawn.count("notice 1") == 2  # the newest ten: 11, 10, 9 to 2


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example/", "/\\evil", "x"])
def test_a_notice_links_only_to_this_site(ada: User, url: str) -> None:
    with pytest.raises(ValueError, match="not a path"):
        notify(user=ada, kind="test", text="look", url=url)


def test_opening_a_notice_redirects_and_marks_it_seen(
    ada: User, bruno: User, client: Client
) -> None:
    notice = _notify(user=ada, kind="test", text="look", url="/m/x/")
    here = f"/chat/notices/{notice.pk}/"
    client.force_login(bruno)
    assert (client.get(here).status_code, client.post(here).status_code) == (404, 404)
    assert see_notices(user=bruno, ids=[notice.pk]) == 0
    client.force_login(ada)
    assert client.get(here).headers["Location"] == "/m/x/"
    assert open_notices(ada) == [notice]  # reading changes nothing
    assert client.post(here).headers["Location"] == "/m/x/"
    assert open_notices(ada) == []


def test_the_notices_page_lists_all_and_marks_them_seen(ada: User, client: Client) -> None:
    client.force_login(ada)
    empty = client.get("/chat/notices/").text
    assert "No notices yet" in empty
    assert "/chat/notices/seen/" not in empty, "nothing is there to be marked"
    for number in range(60):
        notify(user=ada, kind="test", text=f"notice {number}.")
    assert "notice 59." in client.get("/chat/notices/").content.decode()
    assert "notice 3." in client.get("/chat/notices/?page=2").content.decode()
    assert client.post("/chat/notices/seen/").status_code == 302
    assert open_notices(ada) == []
    answer = client.post("/chat/notices/seen/", headers={"HX-Request": "true"})
    assert 'id="bell"' in answer.content.decode()


def test_an_obsolete_notice_is_withdrawn_unless_seen(ada: User) -> None:
    seen = _notify(user=ada, kind="invitation", text="come", url="/m/x/")
    see_notices(user=ada)
    notify(user=ada, kind="invitation", text="come again", url="/m/x/")
    withdraw_notices(user=ada, kind="invitation", url="/m/x/")
    assert list(Notice.objects.all()) == [seen]


@pytest.mark.both
def test_a_withdrawn_notice_is_not_delivered(
    ada: User, bruno: User, announced: list[str], django_assert_num_queries: Any
) -> None:
    def row(notice: Notice, fate: str) -> Delivery:
        return Delivery.objects.create(notice=notice, way="mail", due_at=notice.at, fate=fate)

    def move(user: User, url: str = "/m/x/") -> Notice:
        return _notify(user=user, kind="move", text="it's your turn.", url=url)

    seen, waiting, others = move(ada), move(bruno), move(ada, "/m/y/")
    for user in (ada, bruno):
        see_notices(user=user)
    sent, kept = row(seen, "sent"), row(others, "")
    row(waiting, "")
    row(move(ada), "sent")
    announced.clear()
    with transaction.atomic(), django_assert_num_queries(2):
        withdraw_from([ada.pk, bruno.pk], kind="move", url="/m/x/")
    assert set(Notice.objects.all()) == {seen, waiting, others}
    assert set(Delivery.objects.all()) == {sent, kept}
    assert announced == [topic(ada.pk)]


def test_the_forms_of_the_bell_work_without_script(ada: User, client: Client) -> None:
    notify(user=ada, kind="test", text="look")
    client.force_login(ada)
    request = client.get("/chat/notices/").wsgi_request
    assert "csrfmiddlewaretoken" in with_token(bell(ada).html(), request)
