"""URLs of chat."""

from django.urls import path

from chat import views
from chat.moderation import hosts

app_name = "chat"
urlpatterns = [
    path("send/", views.send, name="send"),
    path("read/", views.read, name="read"),
    path("message/<int:pk>/", views.message, name="message"),
    path("message/<int:pk>/delete/", views.delete, name="delete"),
    path("message/<int:pk>/report/", views.report, name="report"),
    path("message/<int:pk>/block/", views.block_author, name="block"),
    path("notices/", views.notices, name="notices"),
    path("notices/seen/", views.notices_seen, name="notices_seen"),
    path("notices/<int:pk>/", views.notice, name="notice"),
    path("notices/stop/<str:token>/", views.stop, name="unsubscribe"),
    path("message/<int:pk>/remove/", hosts.remove, name="remove"),
    path("message/<int:pk>/mute/", hosts.mute, name="mute"),
    path("room/<slug:key>/", hosts.room, name="room"),
    path("room/<slug:key>/close/", hosts.close, name="close_room"),
    path("room/<slug:key>/unmute/<int:pk>/", hosts.unmute, name="unmute"),
    path("appeals/", views.appeals, name="appeals"),
]
