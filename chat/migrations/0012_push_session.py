"""By which name of a session a browser is pushed to, so that this ends with the session.

Locks: chat_pushdevice ACCESS EXCLUSIVE, for a moment: a column with a default of the database.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0011_former_names'),
    ]

    operations = [
        migrations.AddField(
            model_name='pushdevice',
            name='session',
            field=models.CharField(db_default='', default='', max_length=32),
        ),
    ]
