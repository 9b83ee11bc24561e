import type { SubmissionResult } from "@conform-to/react";
import { parseWithValibot } from "@conform-to/valibot";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import * as v from "valibot";
import type { ApiCall } from "#app/api/client";
import { replyWithProblem } from "#app/api/form-answer";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { idempotencyKey } from "#app/list/idempotency-key";
import { type Choices, type LoadChoices, mayWrite } from "#app/records/load-records.server";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import type { AnyRow, RecordField, RecordScreen } from "#app/records/screen";
import { TypedMoment, TypedMoney } from "#app/records/typed-fields.server";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { problem } from "#worker/contract/problems";
import type { RecordChange, RecordEndpoints, RecordHistoryEndpoints, RecordState } from "#worker/contract/records";
import type { PlacedUser } from "#worker/services/auth/contract";
import { getOrganisation } from "#worker/services/organisation/contract";

const idOf = ({ params }: LoaderFunctionArgs): string | undefined =>
	params.recordId === "new" ? undefined : params.recordId;

/** Returns the address to which the dialogs of a record return: its own page, or the list with its search. */
const openedFrom = (args: LoaderFunctionArgs, { path, page }: Pick<RecordScreen<AnyRow>, "path" | "page">): string =>
	page ? `/${args.params.orgName}/${page.path}/${idOf(args)}` : listOf(args, { path });

/** Returns the address of the list with its search, without what is a dialog's own. */
export const listOf = ({ request, params }: LoaderFunctionArgs, { path }: { path: string }): string => {
	const url = new URL(request.url);
	for (const name of ["_data", "earlier", "after", "copy"]) url.searchParams.delete(name);
	return `/${params.orgName}/${path}${url.search}`;
};

const findRow = async (args: LoaderFunctionArgs, { find }: Pick<RecordHistoryEndpoints, "find">, id: string) => {
	const found = orThrow(await args.context.api.call(find, { params: { id } } as never));
	return found as AnyRow & RecordState;
};

/** The value of a field in a form for a new record. */
const startOf = (field: RecordField) => ("initially" in field ? field.initially : undefined) ?? null;

/** Reads the choices of a dialog that depend on its record; null for a new one. They stand in for those of the screen. */
export type LoadOffers = (api: { call: ApiCall }, row: (AnyRow & RecordState) | null) => Promise<Choices>;

/** Reads what a dialog shows beside the fields of a record. */
export type LoadMore = (api: { call: ApiCall }, id: string, asked: { user: PlacedUser; url: URL }) => Promise<unknown>;

/** Loads the record that an address names, or what a new one begins with: values that the address may give. */
export const openRecord = async <Row extends AnyRow>(
	args: LoaderFunctionArgs,
	endpoints: RecordEndpoints,
	screen: RecordScreen<Row>,
	{
		loadChoices,
		loadOffers,
		loadMore,
	}: { loadChoices?: LoadChoices; loadOffers?: LoadOffers; loadMore?: LoadMore } = {},
) => {
	const id = idOf(args);
	const { user, api } = await requireAccess(args, id ? endpoints.history : endpoints.create);
	const { searchParams } = new URL(args.request.url);
	const [row, choices] = await Promise.all([id ? findRow(args, endpoints, id) : null, loadChoices?.(api)]);
	const initial = screen.fields.map((field) => {
		const given = searchParams.get(field.name);
		return [field.name, given || startOf(field)] as const;
	});
	const write = row ? endpoints.update : endpoints.create;
	const offers = await loadOffers?.(api, row);
	const maySave = mayWrite(user, screen, write, row);
	return json({
		row,
		choices: { ...choices, ...offers },
		closeTo: id ? openedFrom(args, screen) : listOf(args, screen),
		more: row && loadMore ? await loadMore(api, row.id, { user, url: new URL(args.request.url) }) : null,
		values: row ?? (Object.fromEntries(initial) as RecordState),
		maySave,
		/** Why the user may not save, where it is not for lack of a privilege. */
		whyNot: !maySave && mayCall(user, write) ? problem("whole_institution_needed").error : null,
		mayDelete: row !== null && mayWrite(user, screen, endpoints.remove, row),
		idempotencyKey: crypto.randomUUID(),
	});
};

export interface Refused {
	result: SubmissionResult;
	meanwhile: Meanwhile<RecordState> | null;
}

/** Returns the form's schema from the contract's. */
const formOf = ({ create }: RecordEndpoints, fields: readonly RecordField[], timeZone: string) => {
	const { entries } = create.body as unknown as { entries: Record<string, v.GenericSchema> };
	const typed = Object.entries(entries).map(([name, entry]) => {
		const as = fields.find((field) => field.name === name)?.as;
		if (as === "moment") return [name, TypedMoment(timeZone, null)];
		if (as === "money") return [name, TypedMoney(entry)];
		// why: a box that is not ticked sends nothing.
		return [name, as === "flag" || entry.type === "boolean" ? v.optional(v.boolean(), false) : withoutDefault(entry)];
	});
	return v.object({ ...Object.fromEntries(typed), version: seenVersion, idempotencyKey });
};

/** why without it: Conform takes an empty text for nothing. */
const withoutDefault = (entry: v.GenericSchema): v.GenericSchema =>
	isOptional(entry) && entry.default === "" ? v.optional(entry.wrapped) : entry;

const isOptional = (schema: v.GenericSchema): schema is v.OptionalSchema<v.GenericSchema, unknown> =>
	schema.type === "optional";

/** Reads the institution's time zone where a field needs it. */
const timeZoneFor = async ({ call }: { call: ApiCall }, fields: readonly RecordField[]): Promise<string> =>
	fields.some((field) => field.as === "moment") ? orThrow(await call(getOrganisation, {})).timeZone : "UTC";

/** Creates or changes the record and returns to the list, or answers what was refused. */
export const saveRecord = async <Row extends AnyRow>(
	args: ActionFunctionArgs,
	endpoints: RecordEndpoints,
	screen: RecordScreen<Row>,
): Promise<TypedResponse<Refused>> => {
	const id = idOf(args);
	const { api, session } = await requireAccess(args, id ? endpoints.update : endpoints.create);
	const form = await readSignedInForm(args.request, args.context);
	const submission = parseWithValibot(form, {
		schema: formOf(endpoints, screen.fields, await timeZoneFor(api, screen.fields)),
	});
	if (submission.status !== "success") return json({ result: submission.reply(), meanwhile: null }, { status: 422 });
	const { version, idempotencyKey, ...body } = submission.value;
	const saved = id
		? await api.call(endpoints.update, { params: { id }, body: { ...body, version } })
		: await api.call(endpoints.create, { body }, { idempotencyKey });
	if (!saved.ok) {
		if (saved.problem.status === 404) orThrow(saved);
		const said = saidAs(saved.problem, screen.failed?.[id ? "update" : "create"]);
		const result = replyWithProblem(submission, said);
		const meanwhile = readMeanwhile(saved.problem, v.record(v.string(), v.unknown()));
		return json({ result, meanwhile }, { status: httpStatus(saved.problem) });
	}
	session.flash({ kind: "success", message: `“${screen.nameOf(saved.value as Row)}” was ${id ? "saved" : "created"}` });
	const { page } = screen;
	return redirect(page ? `/${args.params.orgName}/${page.path}/${(saved.value as AnyRow).id}` : listOf(args, screen));
};

/** Loads a record that is to be deleted. */
export const openDeletion = async <Row extends AnyRow>(
	args: LoaderFunctionArgs,
	endpoints: RecordEndpoints,
	screen: RecordScreen<Row>,
) => {
	const { user } = await requireAccess(args, endpoints.remove);
	const row = await findRow(args, endpoints, idOf(args) ?? "");
	const whyNot = mayWrite(user, screen, endpoints.remove, row) ? null : problem("whole_institution_needed").error;
	return json({ row, whyNot, closeTo: openedFrom(args, screen) });
};

export const deleteRecord = async <Row extends AnyRow>(
	args: ActionFunctionArgs,
	endpoints: RecordEndpoints,
	screen: RecordScreen<Row>,
) => {
	const { api, session } = await requireAccess(args, endpoints.remove);
	await readSignedInForm(args.request, args.context);
	const row = await findRow(args, endpoints, idOf(args) ?? "");
	const deleted = await api.call(endpoints.remove, { params: { id: row.id } });
	if (!deleted.ok && deleted.problem.status === 404) orThrow(deleted);
	if (!deleted.ok) {
		const { error } = saidAs(deleted.problem, screen.failed?.delete);
		return json({ error }, { status: httpStatus(deleted.problem) });
	}
	session.flash({ kind: "success", message: `“${screen.nameOf(row as unknown as Row)}” was deleted` });
	return redirect(listOf(args, screen));
};

/** Changes on a page of the history. */
const changesShown = 20;

/** Loads a page of who changed a record, and what. */
export const openHistory = async <Row extends AnyRow>(
	args: LoaderFunctionArgs,
	endpoints: Omit<RecordHistoryEndpoints, "restore"> & Partial<Pick<RecordHistoryEndpoints, "restore">>,
	screen: Pick<RecordScreen<Row>, "path" | "page" | "isOfWhole">,
	loadChoices?: LoadChoices,
) => {
	const { user, api } = await requireAccess(args, endpoints.history);
	const url = new URL(args.request.url);
	const earlier = /^\d{1,5}$/.test(url.searchParams.get("earlier") ?? "") ? Number(url.searchParams.get("earlier")) : 0;
	const id = idOf(args) ?? "";
	const query = { page: String(earlier), size: String(changesShown) };
	const [row, found] = await Promise.all([
		findRow(args, endpoints, id),
		api.call(endpoints.history, { params: { id }, query } as never).then(orThrow),
	]);
	const { data, resultTotal } = found as { data: RecordChange[]; resultTotal: number };
	const choices = await loadChoices?.(api, data);
	const at = (page: number) => {
		url.searchParams.set("earlier", String(page));
		return `${url.pathname}?${url.searchParams}`;
	};
	return json({
		row,
		changes: data,
		choices: choices ?? {},
		closeTo: openedFrom(args, screen),
		newerTo: earlier > 0 ? at(earlier - 1) : null,
		olderTo: (earlier + 1) * changesShown < resultTotal ? at(earlier + 1) : null,
		isNewest: earlier === 0,
		mayRestore: endpoints.restore !== undefined && mayWrite(user, screen, endpoints.restore, row),
		idempotencyKey: crypto.randomUUID(),
	});
};

const RestoreForm = v.object({ changeId: v.string(), version: seenVersion, idempotencyKey });

/** Gives a record a former state again, and shows the history with this change. */
export const restoreRecord = async (args: ActionFunctionArgs, { restore }: Pick<RecordHistoryEndpoints, "restore">) => {
	const { api, session } = await requireAccess(args, restore);
	const form = await readSignedInForm(args.request, args.context);
	const read = v.safeParse(RestoreForm, Object.fromEntries(form));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const { idempotencyKey, ...body } = read.output;
	const restored = await api.call(restore, { params: { id: idOf(args) ?? "" }, body } as never, { idempotencyKey });
	if (!restored.ok && restored.problem.status === 404) orThrow(restored);
	if (!restored.ok) return json({ error: restored.problem.error }, { status: httpStatus(restored.problem) });
	session.flash({ kind: "success", message: "The former state was restored" });
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};
