import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok, type Result } from "#worker/contract/result";
import { commit } from "#worker/database/commit";
import { newImportTask } from "#worker/services/uploaded-candidates/import-task";
import type { CandidateImport, addImport as endpoint } from "#worker/services/uploaded-candidates/imports.contract";
import { findImport } from "#worker/services/uploaded-candidates/imports.queries";
import { isAloneIn, moveImport } from "#worker/services/uploaded-candidates/imports.writes";

type AddRequest = EndpointRequest<typeof endpoint>;
type Which = AddRequest["params"];

/** Begins to add the rows of a checked import to its group, in the background. */
export const addImport = async (
	ctx: OrgContext,
	{ params, body }: Pick<AddRequest, "params" | "body">,
): Promise<Result<CandidateImport>> => {
	const found = await findImport(ctx, params);
	if (!found) return fail("not_found");
	const { new: added = 0, updated = 0, duplicate = 0 } = found.counts;
	if (found.status === "ready" && added + updated + (body.addDuplicates ? duplicate : 0) === 0)
		return fail("import_adds_nothing");
	return begin(ctx, params, found, { step: "add", addsDuplicates: body.addDuplicates });
};

/** Begins to undo an import: who is new goes, who was updated is as before (§2 Uploaded candidates). */
export const undoImport = async (ctx: OrgContext, params: Which): Promise<Result<CandidateImport>> => {
	const found = await findImport(ctx, params);
	return found ? begin(ctx, params, found, { step: "undo" }) : fail("not_found");
};

const moves = {
	add: { from: ["ready"], status: "adding" },
	undo: { from: ["added"], status: "undoing" },
} as const;

const begin = async (
	ctx: OrgContext,
	params: Which,
	{ id, groupId, name, rows }: CandidateImport,
	{ step, ...more }: { step: keyof typeof moves; addsDuplicates?: boolean },
): Promise<Result<CandidateImport>> => {
	const task = newImportTask(ctx, step, { id, groupId, title: name }, rows);
	const { taskId } = task;
	const begun = await commit(ctx, {
		guarded: {
			// why alone: two lists at once would each overwrite what the other has just compared with.
			write: moveImport(ctx, id, { ...moves[step], ...more, taskId, onlyIf: isAloneIn(ctx, groupId) }),
			expectedChanges: 1,
		},
		writes: [task.write],
		event: task.event,
	});
	if (!begun) return fail("import_elsewhere");
	await task.send();
	const now = await findImport(ctx, params);
	return now ? ok(now) : fail("not_found");
};
