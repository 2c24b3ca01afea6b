import { FIELD_TEXTS } from "./field-texts.ts";
import { isRecord, propertiesOf, type JsonSchema } from "./json-schemas.ts";

/** Text of a field, if the field itself has none: by the name of its component or operation, else by its own. */
const fieldText = (owner: string, name: string): string | undefined =>
  FIELD_TEXTS[`${owner}.${name}`] ?? FIELD_TEXTS[name];

const withText = (schema: JsonSchema, text: string | undefined): JsonSchema =>
  schema["description"] !== undefined || text === undefined ? schema : { ...schema, description: text };

/** A schema, or anything that schemas are in, with a description at each field that has none of its own. */
export function withFieldTexts<Part>(part: Part, owner: string): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => withFieldTexts(each, owner)) as Part;
  if (!isRecord(part) || "value" in part) return part;
  const inner = Object.entries(part).map(([key, value]) => [
    key,
    key === "properties" && isRecord(value)
      ? describedFields(propertiesOf(part), owner)
      : withFieldTexts(value, owner),
  ]);
  return Object.fromEntries(inner) as Part;
}

const describedFields = (
  properties: Readonly<Record<string, JsonSchema>>,
  owner: string,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      withText(withFieldTexts(schema, owner), fieldText(owner, name)),
    ]),
  );

interface Named {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A parameter with what it is: what its schema says, or what the table does. */
function withParameterText<Parameter extends Named>(parameter: Parameter, owner: string): Parameter {
  const { schema, name } = parameter;
  const said = parameter.description ?? schema["description"] ?? fieldText(owner, name);
  return typeof said === "string" ? { ...parameter, description: said } : parameter;
}

/** An operation of which each parameter and field says what it is. */
export function withOperationTexts<
  Operation extends { readonly operationId: string; readonly parameters: readonly Named[] },
>(operation: Operation): Operation {
  const { operationId } = operation;
  return {
    ...withFieldTexts(operation, operationId),
    parameters: operation.parameters.map((parameter) => withParameterText(parameter, operationId)),
  };
}
