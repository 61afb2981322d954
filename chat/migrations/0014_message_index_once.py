"""Drops the index of a message's room: `message_in_room` begins with the room too.

With both PostgreSQL sometimes took this one, and sorted all that was ever said in a room to show
the last hundred.

Locks: chat_message SHARE UPDATE EXCLUSIVE, until nobody reads any more what they had begun to read
before. People talk on meanwhile.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

INDEX = "chat_message_room_id_5e7d8d78"  # as 0001 has named it in every house


def drop(apps: Any, editor: Any) -> None:
    editor.execute(f"DROP INDEX {_in_use(editor)} IF EXISTS {INDEX}")


def make(apps: Any, editor: Any) -> None:
    editor.execute(f"CREATE INDEX {_in_use(editor)} IF NOT EXISTS {INDEX} ON chat_message (room_id)")


def _in_use(editor: Any) -> str:
    return "CONCURRENTLY" if editor.connection.vendor == "postgresql" else ""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("chat", "0013_friendship")]

    operations = [
        # Django by itself would make the foreign key anew, and check each message while all wait.
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(drop, make)],
            state_operations=[
                migrations.AlterField(
                    model_name="message",
                    name="room",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="chat.room",
                    ),
                )
            ],
        )
    ]
