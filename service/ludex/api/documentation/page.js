// Show the OpenAPI document of this origin with Swagger UI, which can also send the requests.

const TEXT = /^application\/(x-ndjson|graphml\+xml)\b/;

/**
 * A plug-in that shows and sends NDJSON and GraphML as plain text, because Swagger UI would reformat them as JSON or
 * XML.
 */
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

/** Wrap a component in an element. */
const within = (name, attributes) => (Original, { React }) => (props) =>
  React.createElement(name, attributes, React.createElement(Original, props));

/**
 * A plug-in that adds landmarks, and a heading between the title and the tags. It removes the choice of a server, of
 * which there is one.
 */
const Accessible = () => ({
  wrapComponents: {
    InfoContainer: within("section", { "aria-label": "About the API" }),
    SchemesContainer: within("section", { "aria-label": "Authorization" }),
    FilterContainer: within("div", { role: "search" }),
    operations: (Original, { React }) => (props) =>
      React.createElement(React.Fragment, null, React.createElement("h2", { className: "wrapper" }, "Requests"), React.createElement(Original, props)),
    ServersContainer: () => () => null,
  },
});

/** Resolve the references in a value, which all point into the document. A reference within its own target is kept. */
function resolved(value, whole, open = []) {
  if (Array.isArray(value)) return value.map((one) => resolved(one, whole, open));
  if (value === null || typeof value !== "object") return value;
  const { $ref: reference, ...rest } = value;
  const own = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, resolved(one, whole, open)]));
  if (typeof reference !== "string") return own;
  if (open.includes(reference)) return value;
  const steps = reference.slice(2).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = steps.reduce((at, step) => at?.[step], whole);
  return { ...resolved(target, whole, [...open, reference]), $$ref: reference, ...own };
}

/**
 * A plug-in that resolves only the part of the document that is shown. By default, Swagger UI resolves the whole
 * document for each opened request.
 */
const Resolving = () => ({
  afterLoad() {
    this.fn.resolveSubtree = async (whole, path) => {
      const part = path.reduce((at, step) => at?.[step], whole);
      return { errors: [], spec: resolved(part, whole) };
    };
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
  plugins: [AsText, Resolving, Accessible],
});
