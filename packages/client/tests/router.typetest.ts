/*
 * Fails to compile where the generated types of procedures and the server's own disagree. The server accepts all that
 * tools may send, and tools expect all that the server may answer.
 */
import type { inferRouterError, inferRouterInputs } from "@trpc/server";
import type { AppRouter as Server } from "@wattle/api/router";
import type { InternalNote } from "@wattle/contracts/staff-texts";
import type { Procedures } from "../src/router.gen.ts";
import type { AppRouter as Client } from "../src/trpc.ts";

type Flat<Record, Prefix extends string = ""> = {
  [Key in keyof Record & string]: Record[Key] extends { _def: { type: string } }
    ? { name: `${Prefix}${Key}`; type: Record[Key]["_def"]["type"] }
    : Flat<Record[Key], `${Prefix}${Key}.`>;
}[keyof Record & string];

/** A value as it is sent: notes of staff are text, of a type that keeps them from customers. */
type Sent<Value> = Value extends InternalNote
  ? string
  : Value extends readonly (infer Item)[]
    ? Sent<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Sent<Value[Key]> }
      : Value;

/** Answers of procedures. */
type OutputsOf<Record> = {
  [Key in keyof Record]: Record[Key] extends { _def: { $types: { output: infer Output } } }
    ? Sent<Output>
    : OutputsOf<Record[Key]>;
};

/** The paths at which one type does not fit the other; never where all do. */
type Misfit<From, To> = {
  [Key in keyof To & string]: Key extends keyof From
    ? From[Key] extends To[Key]
      ? never
      : To[Key] extends object
        ? [From[Key]] extends [object]
          ? `${Key}.${Misfit<From[Key], To[Key]>}`
          : Key
        : Key
    : Key;
}[keyof To & string];

type Empty<Found extends never> = Found;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type True<Fact extends true> = Fact;

/** The same names, queries and mutations. */
export type Names = True<Same<Flat<Server["_def"]["record"]>, Flat<Procedures>>>;
/** The server accepts all that tools may send. */
export type Inputs = Empty<Misfit<inferRouterInputs<Client>, inferRouterInputs<Server>>>;
/** Tools expect all that the server answers. */
export type Outputs = Empty<Misfit<OutputsOf<Server["_def"]["record"]>, OutputsOf<Procedures>>>;
/** Tools expect all that the server says of a refused call. */
export type Refusals = Empty<Misfit<inferRouterError<Server>["data"], inferRouterError<Client>["data"]>>;
