// Shows the OpenAPI document of this origin by Swagger UI, and lets its requests be tried.

const TEXT = /^application\/(x-ndjson|graphml\+xml)\b/;

/** Lines of JSON are no JSON, and nothing is formatted anew: these are shown, and sent, as the text that they are. */
const AsText = () => ({
  wrapComponents: {
    responseBody: (Original, { React }) => (props) =>
      React.createElement(Original, TEXT.test(props.contentType) ? { ...props, contentType: "text/plain" } : props),
  },
  afterLoad() {
    const sample = this.fn.getSampleSchema;
    this.fn.getSampleSchema = (schema, type, config, example) =>
      TEXT.test(type) && typeof example === "string" ? example : sample(schema, type, config, example);
  },
});

window.ui = SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#page",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [AsText],
});
