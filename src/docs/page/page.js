/* global SwaggerUIBundle, document */
SwaggerUIBundle({
  dom_id: '#directory',
  // Beside the folder of this file, whatever path prefix a proxy strips.
  url: new URL('../openapi.json', document.currentScript.src).href,
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelExpandDepth: 2,
  defaultModelsExpandDepth: 0,
  // Swagger UI would send the document to a third party for validation.
  validatorUrl: null,
});
