/* global SwaggerUIBundle */
SwaggerUIBundle({
  dom_id: '#directory',
  url: '/openapi.json',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  persistAuthorization: true,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelExpandDepth: 2,
  defaultModelsExpandDepth: 0,
  // The document would be sent to a stranger for checking.
  validatorUrl: null,
});
