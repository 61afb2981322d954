"""Ratings of people, and which matches count for them: none of those before.

Locks: games_match ACCESS EXCLUSIVE and lobby_user SHARE ROW EXCLUSIVE, for a moment: new columns have
values that no row is rewritten for, and new tables are empty.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_bot_accounts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='MonthRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('month', models.DateField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('sure', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RatedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RatedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('place', models.PositiveIntegerField()),
                ('players', models.PositiveIntegerField()),
                ('mu_before', models.FloatField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=30)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('sure', models.FloatField()),
                ('matches', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='match',
            name='rated',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='match',
            name='rated_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='match',
            name='rating',
            field=models.CharField(choices=[('auto', 'When members alone play, at a table open to all'), ('rated', 'When members alone play'), ('friendly', 'Never: a friendly match')], db_default='friendly', default='auto', max_length=8),
        ),
        migrations.AddField(
            model_name='monthrating',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratedmatch',
            name='match',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rated_match', to='games.match'),
        ),
        migrations.AddField(
            model_name='ratedresult',
            name='counted',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='results', to='games.ratedmatch'),
        ),
        migrations.AddField(
            model_name='ratedresult',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='rating',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='monthrating',
            index=models.Index(fields=['game', 'month', '-sure'], name='ratings_best_of_month'),
        ),
        migrations.AddConstraint(
            model_name='monthrating',
            constraint=models.UniqueConstraint(fields=('user', 'game', 'month'), name='month_rating_once'),
        ),
        migrations.AddIndex(
            model_name='ratedresult',
            index=models.Index(fields=['user', 'game', '-id'], name='rated_results_of'),
        ),
        migrations.AddConstraint(
            model_name='ratedresult',
            constraint=models.UniqueConstraint(fields=('counted', 'user'), name='rated_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['game', '-sure'], name='ratings_best'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('user', 'game'), name='rating_once'),
        ),
    ]
