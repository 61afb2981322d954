// The API's documentation page, rendered by the viewer that comes with the API's library. Nothing typed into it,
// such as a token, is stored.

const viewer = document.getElementById("api-viewer");

globalThis.SwaggerUIBundle?.({
  url: viewer.dataset.document,
  domNode: viewer,
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // would send a request to another site
});
