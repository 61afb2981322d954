// The API's description as a page: drawn by the viewer that the API's library brings. What is
// typed into it, a token among it, is kept nowhere.

const viewer = document.getElementById("api-viewer");

globalThis.SwaggerUIBundle?.({
  url: viewer.dataset.document,
  domNode: viewer,
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // would ask another site
});
