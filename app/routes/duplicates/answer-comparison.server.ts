import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { changesSince } from "#app/list/sheet/changes-since.server";
import { type Choices, otherSide, readChoices, type SideName, takenOf } from "#app/routes/duplicates/choices";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";
import type { LogEntry } from "#worker/services/applicants/contract";
import { compareApplicants, mergeApplicants } from "#worker/services/duplicates/contract";

export interface MergeRefusal {
	/** Undefined while nobody was said to stay. */
	chosen: Choices | undefined;
	/** Null where everything stands beside a field. */
	error: string | null;
	/** By the name of the field, or the id of one that both have. */
	fields: Record<string, string[]>;
	/** Both as they are now, where somebody changed them meanwhile. */
	comparison: EndpointResponse<typeof compareApplicants> | null;
	/** What was done meanwhile to whom somebody changed. */
	changes: { side: SideName; entries: LogEntry[] }[];
}

/** How long the palette and `z` undo a merge; its record undoes it for ever. */
const undoneForMs = 600_000;

/** Makes one applicant of two as the form says, whoever of them stays. */
export const answerComparison = async (args: ActionFunctionArgs): Promise<TypedResponse<MergeRefusal>> => {
	const { orgName } = await requireAccess(args, mergeApplicants);
	const { api, session } = args.context;
	const form = await readSignedInForm(args.request, args.context);
	// why not by the address: it may name the two the other way round.
	const ids = { first: fieldText(form.get("firstId")), second: fieldText(form.get("secondId")) };
	const chosen = readChoices(form);
	if (!chosen) {
		const fields = { keep: ["Choose who stays"] };
		return json({ chosen, error: null, fields, comparison: null, changes: [] }, { status: problem("invalid").status });
	}
	const { keep, comment } = chosen;
	const goes = otherSide(keep);
	const body = {
		...{ keptId: ids[keep], mergedId: ids[goes], taken: takenOf(chosen), comment },
		...{ keptVersion: numberOf(form, `${keep}Version`) ?? 0, mergedVersion: numberOf(form, `${goes}Version`) ?? 0 },
		keptFormVersion: numberOf(form, `${keep}FormVersion`),
		mergedFormVersion: numberOf(form, `${goes}FormVersion`),
	};
	const idempotencyKey = /^[\w-]{8,64}$/.exec(fieldText(form.get("idempotencyKey")))?.[0];
	const merged = await api.call(mergeApplicants, { body }, { idempotencyKey });
	if (!merged.ok) {
		const stale = merged.problem.code === "stale_merge" ? await readBoth(api, ids, form) : undefined;
		return refuse(merged, chosen, stale);
	}
	const { mergeId, keptId } = merged.value;
	const names = fieldText(form.get(`${goes}Name`)).slice(0, 300);
	session.flash({
		kind: "success",
		message: `Merged${names && `: ${names} is now part of this applicant`}`,
		action: {
			label: "Undo",
			title: `Undo: merge of ${names || "two applicants"}`,
			to: `/${orgName}/merges/${mergeId}`,
			forMs: undoneForMs,
		},
	});
	return redirect(`/${orgName}/applicants/${keptId}`);
};

const numberOf = (form: FormData, name: string): number | null => {
	const text = fieldText(form.get(name));
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

type Stale = Pick<MergeRefusal, "comparison" | "changes">;

/** Both as they are now, and what was done to them since the form was made. */
const readBoth = async (api: ApiClient, ids: Record<SideName, string>, form: FormData): Promise<Stale | undefined> => {
	const compared = await api.call(compareApplicants, { query: { firstId: ids.first, secondId: ids.second } });
	if (!compared.ok) return undefined;
	const comparison = compared.value;
	const changes = await Promise.all(
		(["first", "second"] as const).map(async (side) => {
			const { id, version: current, formVersion } = comparison[side];
			const seen = numberOf(form, `${side}Version`) ?? undefined;
			const isAsSeen = seen === current && numberOf(form, `${side}FormVersion`) === formVersion;
			return isAsSeen ? [] : [{ side, entries: await changesSince(api, id, { seen, current }) }];
		}),
	);
	return { comparison, changes: changes.flat() };
};

/** The page anew with what was chosen; what somebody else changed meanwhile is shown as it is now. */
const refuse = (
	result: Exclude<Result<EndpointResponse<typeof mergeApplicants>>, { ok: true }>,
	chosen: Choices,
	{ comparison, changes }: Stale = { comparison: null, changes: [] },
): TypedResponse<MergeRefusal> => {
	const { error, fields = {}, status } = result.problem;
	if (status === 404) orThrow(result);
	const names = Object.keys(fields);
	const elsewhere = names.filter((name) => name !== "comment" && !(name in chosen.sides));
	const texts = elsewhere.length > 0 ? elsewhere.flatMap((name) => fields[name] ?? []).join(" ") : error;
	const isBeside = names.length > 0 && elsewhere.length === 0;
	const answer = { chosen, error: isBeside ? null : texts, fields, comparison, changes };
	return json(answer, { status: httpStatus(result.problem) });
};
