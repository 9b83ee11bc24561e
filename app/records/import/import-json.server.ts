import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import type * as v from "valibot";
import type { ApiClient } from "#app/api/client";
import { httpStatus } from "#app/api/problem-response";
import { faultsOfProblem, readJsonFile, type SentFile } from "#app/records/import/read-json-file.server";
import type { Guarded } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";

/** Loads the dialog of an import. @param list where it returns to, below the institution's address */
export const openJsonImport = async (args: LoaderFunctionArgs, guard: Guarded, list: string) => {
	const { orgName } = await requireAccess(args, guard);
	return json({ closeTo: `/${orgName}/${list}`, idempotencyKey: crypto.randomUUID() });
};

interface JsonImport<Schema extends v.GenericSchema, Made> {
	guard: Guarded;
	/** What is imported: "form". */
	one: string;
	schema: Schema;
	create(api: ApiClient, sent: SentRecord<Schema>): Promise<Result<Made>>;
	nameOf(made: Made): string;
	/** Returns the address of what was made. @param base the institution's, without the last slash */
	pageOf(base: string, made: Made): string;
}

interface SentRecord<Schema extends v.GenericSchema> {
	value: v.InferOutput<Schema>;
	/** Whether the option of the dialog was chosen. */
	isChosen: boolean;
	/** What makes the call safe to repeat. */
	options: { idempotencyKey: string };
}

type RefusedImport = SentFile & { faults: string[] };

/** Creates a record from a file or from pasted text and opens it, or answers what is wrong where. */
export const importJson = async <Schema extends v.GenericSchema, Made>(
	args: ActionFunctionArgs,
	{ guard, one, schema, create, nameOf, pageOf }: JsonImport<Schema, Made>,
): Promise<TypedResponse<RefusedImport>> => {
	const { api, session, orgName } = await requireAccess(args, guard);
	const read = await readJsonFile(args, schema, one);
	if ("faults" in read) return json(read, 422);
	const { typed, isChosen, value, idempotencyKey } = read;
	const created = await create(api, { value, isChosen, options: { idempotencyKey } });
	if (!created.ok)
		return json({ typed, isChosen, faults: faultsOfProblem(created.problem) }, httpStatus(created.problem));
	session.flash({ kind: "success", message: `“${nameOf(created.value)}” was imported` });
	return redirect(pageOf(`/${orgName}`, created.value));
};
