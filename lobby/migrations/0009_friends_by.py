"""Who may ask somebody to be friends.

Locks: lobby_user ACCESS EXCLUSIVE, for a moment: the new column has a default, no row is rewritten.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0008_best_listed'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='friends_by',
            field=models.CharField(choices=[('all', 'any member'), ('played', 'people I have played with'), ('nobody', 'nobody')], db_default='all', default='all', max_length=7, verbose_name='who may ask me to be friends'),
        ),
    ]
