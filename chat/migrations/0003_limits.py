"""What limits count.

Locks: nothing.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0002_moderators'),
    ]

    operations = [
        migrations.CreateModel(
            name='LimitEntry',
            fields=[
                ('cache_key', models.CharField(max_length=255, primary_key=True, serialize=False)),
                ('value', models.TextField()),
                ('expires', models.DateTimeField(db_index=True)),
            ],
            options={
                'db_table': 'chat_limits',
            },
        ),
    ]
