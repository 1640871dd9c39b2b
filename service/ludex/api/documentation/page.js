// Shows the OpenAPI document of this origin. It asks for openapi.json and for nothing else.

const METHODS = ["get", "post", "put", "patch", "delete"];
const answer = await fetch("openapi.json");
const api = await answer.json();

/** Make an element: text children are always text, never markup. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** What a reference leads to: "#/components/schemas/Level" and the like. */
function resolve(part) {
  const [, , kind, name] = part?.$ref?.split("/") ?? [];
  return name ? api.components[kind][name] : part;
}

/** Say in a few words what values a schema allows. */
function typeOf(schema) {
  if (!schema) return "anything";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const several = schema.anyOf || schema.oneOf;
  if (several) return several.map(typeOf).join(" | ");
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  if (schema.type === "object" && typeof schema.additionalProperties === "object") return `map to ${typeOf(schema.additionalProperties)}`;
  return schema.type || "anything";
}

function bounds(schema) {
  const several = (schema.anyOf || []).find((one) => one.type !== "null") || schema;
  const said = [];
  if (several.minimum !== undefined || several.maximum !== undefined) said.push(`${several.minimum ?? "…"} to ${several.maximum ?? "…"}`);
  if (several.minItems !== undefined || several.maxItems !== undefined) said.push(`${several.minItems ?? 0} to ${several.maxItems ?? "…"} items`);
  if (several.maxLength !== undefined) said.push(`at most ${several.maxLength} characters`);
  if (schema.default !== undefined) said.push(`default ${JSON.stringify(schema.default)}`);
  return said.join("; ");
}

function row(name, schema, required) {
  const about = [schema.description, bounds(schema)].filter(Boolean).join(" — ");
  return element("tr", {},
    element("td", {}, element("code", {}, name), required ? " *" : ""),
    element("td", {}, element("code", {}, typeOf(schema))),
    element("td", {}, ...prose(about)));
}

function table(rows) {
  const head = element("tr", {}, ...["Name", "Type", "Meaning"].map((text) => element("th", {}, text)));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows));
}

/** Every object schema that a schema leads to, itself first, each once. */
function objectsWithin(schema, seen = new Map()) {
  if (!schema || typeof schema !== "object") return seen;
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop();
    if (seen.has(name)) return seen;
    const target = resolve(schema);
    if (target.properties) seen.set(name, target);
    schema = target;
  }
  for (const part of ["anyOf", "oneOf", "allOf"]) (schema[part] || []).forEach((one) => objectsWithin(one, seen));
  objectsWithin(schema.items, seen);
  objectsWithin(schema.additionalProperties, seen);
  Object.values(schema.properties || {}).forEach((one) => objectsWithin(one, seen));
  return seen;
}

/** Show a text with its `code` as such. */
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}

function schemaTables(schema) {
  const tables = [];
  for (const [name, target] of objectsWithin(schema)) {
    const rows = Object.entries(target.properties).map(([field, value]) => row(field, value, (target.required || []).includes(field)));
    const isRoot = schema.$ref?.endsWith(`/${name}`);
    tables.push(...(isRoot ? [] : [element("h4", {}, name)]), table(rows));
  }
  return tables;
}

function command(method, path, operation) {
  const json = operation.requestBody?.content?.["application/json"];
  const example = json && (resolve(json.schema).examples?.[0] ?? resolve(json.schema).example);
  const lines = [`curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}'${location.origin}${path}'`];
  if (json) lines.push("  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(example ?? {})}'`);
  return element("pre", {}, lines.join(" \\\n"));
}

function contentOf(operation) {
  const parts = [];
  if (operation.description) parts.push(element("p", {}, ...prose(operation.description)));
  parts.push(element("h4", {}, "Example"), command(operation.method, operation.path, operation));
  if (operation.parameters?.length) {
    parts.push(element("h4", {}, "Parameters (* required)"));
    parts.push(table(operation.parameters.map(resolve).map((one) => row(one.name, { description: one.description, ...one.schema }, one.required))));
  }
  const json = operation.requestBody?.content?.["application/json"];
  if (json) parts.push(element("h4", {}, "Body (* required)"), ...schemaTables(json.schema));
  for (const [status, response] of Object.entries(operation.responses)) {
    if (Number(status) >= 400) continue;
    const kinds = Object.keys(response.content || {});
    parts.push(element("h4", {}, `Answer ${status} ${kinds.join(", ")}`));
    const schema = response.content?.["application/json"]?.schema;
    if (schema) parts.push(...schemaTables(schema));
  }
  const problems = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
  parts.push(element("h4", {}, `Problems: ${problems.join(", ")}`));
  return parts;
}

function card(operation) {
  const made = element("details", { id: operation.operationId },
    element("summary", {},
      element("span", { class: `method ${operation.method}` }, operation.method.toUpperCase()),
      element("code", {}, operation.path),
      element("span", { class: "what" }, operation.summary || "")));
  // Filled when it is first opened: the document is large.
  made.addEventListener("toggle", () => {
    if (made.open && !made.querySelector(".body")) made.append(element("div", { class: "body" }, ...contentOf(operation)));
  });
  return made;
}

const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })));

document.getElementById("version").textContent = api.info.version;
document.getElementById("summary").replaceChildren(...prose(api.info.description));
const contents = document.getElementById("contents");
const main = document.getElementById("operations");
for (const tag of api.tags) {
  const own = operations.filter((operation) => operation.tags.includes(tag.name));
  contents.append(element("section", {}, element("h3", {}, tag.name), ...own.map((operation) =>
    element("a", { href: `#${operation.operationId}`, title: operation.summary || "" },
      element("span", { class: `method ${operation.method}` }, operation.method.toUpperCase()), ` ${operation.path.replace("/api/v1", "")}`))));
  main.append(element("section", {}, element("h2", {}, tag.name), element("p", {}, tag.description || ""), ...own.map(card)));
}

function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) {
    named.open = true;
    named.scrollIntoView();
  }
}
addEventListener("hashchange", openNamed);
openNamed();

document.getElementById("filter").addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  for (const link of contents.querySelectorAll("a")) link.hidden = !`${link.textContent} ${link.title}`.toLowerCase().includes(wanted);
  for (const one of main.querySelectorAll("details")) one.hidden = !one.querySelector("summary").textContent.toLowerCase().includes(wanted);
});
