"""URLs of packs of cards."""

from django.urls import path

from games.blanks.packs.views import changes, editor, pages, reports, uploads

app_name = "packs"

urlpatterns = [
    path("", pages.mine, name="mine"),
    path("approved/", pages.approved, name="approved"),
    path("write/", editor.write, name="write"),
    path("write/look/", editor.look, name="look"),
    path("upload/", uploads.upload, name="upload"),
    path("upload/preview/", uploads.preview, name="preview"),
    path("example.json", pages.json_example, name="json_example"),
    path("example.csv", pages.csv_example, name="csv_example"),
    path("report/<int:card_pk>/", reports.listed, name="report_listed"),
    path("report/m/<slug:public_id>/", reports.seen, name="report_seen"),
    path("report/m/<slug:public_id>/<slug:card>/", reports.in_match, name="report_card"),
    path("p/<slug:slug>/", pages.pack, name="pack"),
    path("p/<slug:slug>/pack.json", pages.download, name="download"),
    path("p/<slug:slug>/pack.csv", pages.download_csv, name="download_csv"),
    path("p/<slug:slug>/pack.other.json", pages.download_object, name="download_object"),
    path("p/<slug:slug>/edit/", editor.edit, name="edit"),
    path("p/<slug:slug>/replace/", uploads.upload, name="replace"),
    path("p/<slug:slug>/replace/preview/", uploads.preview, name="replace_preview"),
    path("p/<slug:slug>/submit/", changes.submit, name="submit"),
    path("p/<slug:slug>/retire/", changes.retire, name="retire"),
    path("p/<slug:slug>/delete/", changes.delete, name="delete"),
]
