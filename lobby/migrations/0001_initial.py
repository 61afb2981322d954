import django.db.models.deletion
import django.utils.timezone
import lobby.models
import lobby.name_fields
import lobby.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='RestingName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200, unique=True)),
                ('until', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken. Choose another one.'}, max_length=60, unique=True, validators=[lobby.names.validate_name], verbose_name='username')),
                ('username_key', lobby.name_fields.NameKeyField(editable=False, max_length=200, of='username', unique=True)),
                ('display_name', models.CharField(blank=True, max_length=60, verbose_name='display name')),
                ('display_name_key', lobby.name_fields.NameKeyField(db_index=True, editable=False, max_length=200, of='display_name')),
                ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=10, verbose_name='language')),
                ('theme', models.CharField(choices=[('auto', 'same as device'), ('light', 'light'), ('dark', 'dark')], default='auto', max_length=5, verbose_name='theme')),
                ('hue', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat colour')),
                ('sound', models.BooleanField(default=False, verbose_name="soft sound when it's my turn")),
                ('vibration', models.BooleanField(default=False, verbose_name="vibrate when it's my turn")),
                ('asks_twice', models.BooleanField(default=False, verbose_name="ask before a move that can't be undone")),
                ('sends_in_time', models.BooleanField(default=True, verbose_name='send what I have chosen when the time runs out')),
                ('best_listed', models.BooleanField(default=True, verbose_name='shown on leaderboards')),
                ('shows_practice', models.BooleanField(default=False, verbose_name='practice shown on the profile')),
                ('friends_by', models.CharField(choices=[('all', 'any member'), ('played', 'people I have played with'), ('nobody', 'nobody')], default='all', max_length=7, verbose_name='who can send me friend requests')),
                ('is_guest', models.BooleanField(db_index=True, default=False)),
                ('is_bot', models.BooleanField(default=False, editable=False, verbose_name='bot')),
                ('device', models.CharField(blank=True, db_index=True, max_length=32)),
                ('seen_on', models.DateField(blank=True, null=True)),
                ('session_epoch', models.PositiveIntegerField(default=0, editable=False)),
                ('suspended_until', models.DateTimeField(blank=True, db_index=True, null=True)),
                ('suspended_for', models.CharField(blank=True, max_length=300)),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
                'swappable': 'AUTH_USER_MODEL',
            },
            managers=[
                ('objects', lobby.models.PeopleManager()),
            ],
        ),
        migrations.CreateModel(
            name='AccessToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('start', models.CharField(max_length=16)),
                ('scopes', models.CharField(max_length=40)),
                ('made_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Name',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200, unique=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('deleted_at__isnull', True), ('is_guest', True)), fields=['seen_on'], name='guests_to_tidy'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('hue__isnull', True), ('hue__lt', 12), _connector='OR'), name='hue_in_range'),
        ),
    ]
