import { type ActionFunctionArgs, json, redirect, type TypedResponse } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { changesSince } from "#app/list/sheet/changes-since.server";
import { type Choices, otherSide, readChoices, type SideName, sourceFieldsOf } from "#app/routes/duplicates/choices";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fieldText } from "#app/ui/form/field-text";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { problem } from "#worker/contract/problems";
import type { Result } from "#worker/contract/result";
import type { LogEntry } from "#worker/services/applicants/contract";
import { compareApplicants, mergeApplicants } from "#worker/services/duplicates/contract";

export interface MergeRefusal {
	/** Undefined while no record to keep is chosen. */
	chosen: Choices | undefined;
	/** Null when every message belongs to the comment. */
	error: string | null;
	/** Messages by the name of a control, or by the id of a compared field. */
	fields: Record<string, string[]>;
	/** Both as they are now, when one was changed since the page was opened. */
	comparison: EndpointResponse<typeof compareApplicants> | null;
	/** What was changed since, by side. */
	changes: { side: SideName; entries: LogEntry[] }[];
}

/** How long the palette and `z` offer to undo a merge, in milliseconds. Its own page does so for 90 days. */
const undoOfferedMs = 600_000;

export const submitComparison = async (args: ActionFunctionArgs): Promise<TypedResponse<MergeRefusal>> => {
	const { orgName, api, session } = await requireAccess(args, mergeApplicants);
	const form = await readSignedInForm(args.request, args.context);
	// why not from the address: it may name the two the other way round.
	const ids = { first: fieldText(form.get("firstId")), second: fieldText(form.get("secondId")) };
	const chosen = readChoices(form);
	if (!chosen) {
		const fields = { keep: ["Choose the record to keep"] };
		return json({ chosen, error: null, fields, comparison: null, changes: [] }, { status: problem("invalid").status });
	}
	const { keep, comment } = chosen;
	const other = otherSide(keep);
	const body = {
		targetId: ids[keep],
		sourceId: ids[other],
		sourceFields: sourceFieldsOf(chosen),
		comment,
		targetVersion: numberOf(form, `${keep}Version`) ?? 0,
		sourceVersion: numberOf(form, `${other}Version`) ?? 0,
		targetFormVersion: numberOf(form, `${keep}FormVersion`),
		sourceFormVersion: numberOf(form, `${other}FormVersion`),
	};
	const idempotencyKey = /^[\w-]{8,64}$/.exec(fieldText(form.get("idempotencyKey")))?.[0];
	const merged = await api.call(mergeApplicants, { body }, { idempotencyKey });
	if (!merged.ok) {
		const stale = merged.problem.code === "stale_merge" ? await readBoth(api, ids, form) : undefined;
		return refuse(merged, chosen, stale);
	}
	const { mergeId, targetId } = merged.value;
	const name = fieldText(form.get(`${other}Name`)).slice(0, 300) || "The other record";
	session.flash({
		kind: "success",
		message: `${name} was merged into this record`,
		action: {
			label: "Undo",
			title: `Undo: merge of ${name}`,
			to: `/${orgName}/merges/${mergeId}`,
			forMs: undoOfferedMs,
		},
	});
	return redirect(`/${orgName}/applicants/${targetId}`);
};

const numberOf = (form: FormData, name: string): number | null => {
	const text = fieldText(form.get(name));
	return /^\d{1,15}$/.test(text) ? Number(text) : null;
};

type Stale = Pick<MergeRefusal, "comparison" | "changes">;

/** Reads both as they are now, and what was changed since the page was opened. */
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

/** Shows the page again with what was chosen, and both records as they are now if one was changed. */
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
	// why: a compared field is far above the button, so its message is repeated where the page leads.
	const isBeside = names.length > 0 && names.every((name) => name === "comment");
	const refusal = { chosen, error: isBeside ? null : texts, fields, comparison, changes };
	return json(refusal, { status: httpStatus(result.problem) });
};
