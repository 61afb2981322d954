import auctions.models
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Auction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('instant', models.DateTimeField()),
                ('resolved_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auctions', to='games.match')),
            ],
            options={
                'ordering': ['match_id', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('key', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='receipt', serialize=False, to='games.acceptedkey')),
                ('data', models.BinaryField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='account', serialize=False, to='games.seat')),
                ('number', models.PositiveIntegerField()),
                ('loan', models.PositiveSmallIntegerField(default=0)),
                ('purse', models.PositiveIntegerField(default=0)),
                ('realized', models.PositiveIntegerField(null=True)),
                ('combination', models.CharField(blank=True, max_length=100)),
                ('final', models.IntegerField(null=True)),
                ('rank', models.PositiveIntegerField(null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='games.match')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Telling',
            fields=[
                ('auction', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='telling', serialize=False, to='auctions.auction')),
                ('remind_at', models.DateTimeField(null=True)),
                ('reminded_to', models.PositiveIntegerField(default=0)),
                ('reminded', models.BooleanField(default=False)),
                ('told_to', models.PositiveIntegerField(default=0)),
                ('told', models.BooleanField(default=False)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(default=auctions.models.new_token, max_length=40, unique=True)),
                ('made_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='auction_feeds', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='DoneMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('back_at', models.DateTimeField(null=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='auctions.account')),
                ('auction', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='marks', to='auctions.auction')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Lot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('item', models.CharField(max_length=30)),
                ('units', models.PositiveIntegerField()),
                ('sold', models.PositiveIntegerField(default=0)),
                ('awards', models.PositiveIntegerField(default=0)),
                ('takings', models.PositiveBigIntegerField(default=0)),
                ('lowest', models.PositiveIntegerField(null=True)),
                ('highest', models.PositiveIntegerField(null=True)),
                ('auction', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lots', to='auctions.auction')),
            ],
            options={
                'ordering': ['auction_id', 'place'],
            },
        ),
        migrations.CreateModel(
            name='Bid',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('price', models.PositiveIntegerField()),
                ('units', models.PositiveIntegerField()),
                ('since', models.DateTimeField()),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='auctions.account')),
                ('lot', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='bids', to='auctions.lot')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('price', models.PositiveIntegerField()),
                ('units', models.PositiveIntegerField()),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='auctions.account')),
                ('lot', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='won', to='auctions.lot')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Week',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='week', serialize=False, to='games.match')),
                ('players', models.PositiveIntegerField()),
                ('cap', models.PositiveSmallIntegerField()),
                ('seed', models.CharField(max_length=64)),
                ('bots_at', models.PositiveSmallIntegerField(default=0)),
                ('bots_from', models.PositiveIntegerField(default=0)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('players__gte', 2), ('players__lte', 100000)), name='week_players'), models.CheckConstraint(condition=models.Q(('cap__gte', 20), ('cap__lte', 500)), name='week_cap'), models.CheckConstraint(condition=models.Q(('bots_at__lte', 7)), name='week_bots_at')],
            },
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(fields=['match', 'rank', 'number'], name='accounts_by_rank'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='account_number_once'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('loan__lte', 500), ('purse__gte', 0), ('purse__lte', models.F('loan'))), name='account_money'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('final__isnull', True), ('rank__isnull', True), ('realized__isnull', True)), models.Q(('final__isnull', False), ('rank__gte', 1), ('realized__isnull', False)), _connector='OR'), name='account_end'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('final__isnull', True), models.Q(django.db.models.lookups.GreaterThanOrEqual(django.db.models.expressions.CombinedExpression(models.Value(10), '*', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('purse'), '+', models.F('realized')), '-', models.F('loan')), '-', models.F('final'))), django.db.models.expressions.CombinedExpression(models.Value(3), '*', models.F('loan'))), django.db.models.lookups.LessThanOrEqual(django.db.models.expressions.CombinedExpression(models.Value(10), '*', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('purse'), '+', models.F('realized')), '-', models.F('loan')), '-', models.F('final'))), django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.Value(3), '*', models.F('loan')), '+', models.Value(9)))), _connector='OR'), name='account_final'),
        ),
        migrations.AddIndex(
            model_name='telling',
            index=models.Index(condition=models.Q(('told', False)), fields=['auction'], name='results_to_tell'),
        ),
        migrations.AddIndex(
            model_name='telling',
            index=models.Index(condition=models.Q(('reminded', False)), fields=['remind_at'], name='reminders_to_give'),
        ),
        migrations.AddIndex(
            model_name='auction',
            index=models.Index(condition=models.Q(('resolved_at__isnull', True)), fields=['instant'], name='auctions_to_come'),
        ),
        migrations.AddConstraint(
            model_name='auction',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='auction_number_once'),
        ),
        migrations.AddConstraint(
            model_name='auction',
            constraint=models.UniqueConstraint(fields=('match', 'instant'), name='auction_instant_once'),
        ),
        migrations.AddConstraint(
            model_name='auction',
            constraint=models.CheckConstraint(condition=models.Q(('number__lte', 6)), name='auction_number'),
        ),
        migrations.AddConstraint(
            model_name='auction',
            constraint=models.CheckConstraint(condition=models.Q(('resolved_at__isnull', True), ('resolved_at__gte', models.F('instant')), _connector='OR'), name='auction_resolved_in_time'),
        ),
        migrations.AddConstraint(
            model_name='calendarfeed',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('user',), name='one_feed_a_person'),
        ),
        migrations.AddIndex(
            model_name='donemark',
            index=models.Index(fields=['account'], name='done_marks_of_account'),
        ),
        migrations.AddConstraint(
            model_name='donemark',
            constraint=models.UniqueConstraint(fields=('auction', 'account'), name='done_mark_once'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.UniqueConstraint(fields=('auction', 'item'), name='lot_item_once'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.UniqueConstraint(fields=('auction', 'place'), name='lot_place_once'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.CheckConstraint(condition=models.Q(('units__gte', 1)), name='lot_units'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.CheckConstraint(condition=models.Q(('awards__lte', models.F('sold')), ('sold__lte', models.F('units'))), name='lot_sold_of_offered'),
        ),
        migrations.AddConstraint(
            model_name='lot',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('awards', 0), ('highest__isnull', True), ('lowest__isnull', True), ('sold', 0), ('takings', 0)), models.Q(('awards__gte', 1), ('highest__gte', models.F('lowest')), ('lowest__gte', 1), ('sold__gte', 1), ('takings__gte', django.db.models.expressions.CombinedExpression(models.F('sold'), '*', models.F('lowest'))), ('takings__lte', django.db.models.expressions.CombinedExpression(models.F('sold'), '*', models.F('highest')))), _connector='OR'), name='lot_prices'),
        ),
        migrations.AddIndex(
            model_name='bid',
            index=models.Index(fields=['lot', '-price', 'account'], name='bids_by_price'),
        ),
        migrations.AddConstraint(
            model_name='bid',
            constraint=models.UniqueConstraint(fields=('lot', 'account', 'price'), name='bid_price_once'),
        ),
        migrations.AddConstraint(
            model_name='bid',
            constraint=models.CheckConstraint(condition=models.Q(('price__gte', 1), ('price__lte', 1000000)), name='bid_price'),
        ),
        migrations.AddConstraint(
            model_name='bid',
            constraint=models.CheckConstraint(condition=models.Q(('units__gte', 1)), name='bid_units'),
        ),
        migrations.AddIndex(
            model_name='award',
            index=models.Index(fields=['lot', '-price', 'account'], name='awards_by_price'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.UniqueConstraint(fields=('lot', 'account', 'price'), name='award_price_once'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.CheckConstraint(condition=models.Q(('price__gte', 1), ('price__lte', 1000000)), name='award_price'),
        ),
        migrations.AddConstraint(
            model_name='award',
            constraint=models.CheckConstraint(condition=models.Q(('units__gte', 1)), name='award_units'),
        ),
    ]
