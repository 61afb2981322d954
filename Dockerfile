# One image for all processes; compose.yaml and the Procfile have their commands.
FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 RUN_DIR=/srv/run
WORKDIR /srv/ridotto
RUN useradd --system --home /srv ridotto && mkdir -p /srv/run && chown ridotto /srv/run

COPY requirements.txt .
RUN pip install --no-cache-dir -r requirements.txt

COPY . .
RUN python -m compileall -q auctions chat config games lobby
USER ridotto
# collectstatic generates a secret key, which must not stay in the image.
RUN python manage.py collectstatic --no-input --verbosity 0 && rm -f /srv/run/secret

EXPOSE 8000
CMD ["python", "manage.py", "house", "--host", "0.0.0.0", "--port", "8000"]
