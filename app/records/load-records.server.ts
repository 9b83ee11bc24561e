import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ApiCall } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import type { AnyRow, RecordScreen } from "#app/records/screen";
import { statusOfDays, wrongDaysOf } from "#app/records/wrong-days";
import { type Guarded, mayAt, mayEverywhere } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import type { Choice } from "#app/ui/form/choice";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import type { EndpointInput } from "#worker/contract/endpoint";
import type { RecordChange, RecordEndpoints } from "#worker/contract/records";
import type { PlacedUser } from "#worker/services/auth/contract";

/** Choices of a screen by the field or the filter that offers them. */
export type Choices = Record<string, readonly Choice[]>;
/** @param changes those of the page of a history, whose values the choices name */
export type LoadChoices = (api: { call: ApiCall }, changes?: readonly RecordChange[]) => Promise<Choices>;

/** Why a cast: the screens of all records send and read the same, but TypeScript knows only each contract. */
const queryOf = (query: Record<string, string | undefined>) => query as EndpointInput<RecordEndpoints["list"]>["query"];

/**
 * Checks whether a user may write a record by an endpoint: what is of the whole institution takes a role for all of it, and
 * what belongs to a place one that reaches it. @param row left out for a new one
 */
export const mayWrite = (
	user: PlacedUser,
	{ isOfWhole }: Pick<RecordScreen<AnyRow>, "isOfWhole">,
	by: Guarded,
	row?: Pick<AnyRow, "privilegesElsewhere"> | null,
): boolean =>
	isOfWhole ? mayEverywhere(user, by) : mayAt(user, { privilegesElsewhere: row?.privilegesElsewhere ?? [] }, by);

const nothing = { data: [], resultTotal: 0 };

/** Loads a page of a list of records: what its address searches, filters and sorts. */
export const loadRecords = async <Row extends AnyRow>(
	args: LoaderFunctionArgs,
	{ list, create, history }: RecordEndpoints,
	{ path, search, filters = [], sortedBy, size: usualSize, isOfWhole }: RecordScreen<Row>,
	loadChoices?: LoadChoices,
) => {
	const { user, orgName, api } = await requireAccess(args, history);
	const { searchParams } = new URL(args.request.url);
	const { page, size } = readPage(searchParams, usualSize);
	const asked = (name: string) => searchParams.get(name) || undefined;
	const chosen = Object.fromEntries(filters.map(({ name }) => [name, asked(name)]));
	const [first, last] = filters.flatMap(({ name, as }) => (as === "day" ? [name] : []));
	const wrongDays = first && last ? wrongDaysOf(chosen[first], chosen[last]) : null;
	const [q, sort] = [asked("q") ?? "", asked("sort") ?? sortedBy];
	const query = queryOf({ ...chosen, [search.name]: q, sort, page: String(page), size: String(size) });
	const [found, choices] = await Promise.all([api.call(list, { query }).then(orThrow), loadChoices?.(api)]);
	const { data, resultTotal } = wrongDays ? nothing : (found as { data: Row[]; resultTotal: number });
	return json(
		{
			rows: data,
			q,
			sort: sort ?? "",
			isSorted: searchParams.has("sort"),
			chosen,
			/** What is wrong with the days of two filters. */
			wrongDays: last && wrongDays ? { name: last, wrongDays } : null,
			choices: choices ?? {},
			mayCreate: mayWrite(user, { isOfWhole }, create),
			pages: pagesOf(`/${orgName}/${path}`, searchParams, { page, size, total: resultTotal }),
		},
		statusOfDays(wrongDays),
	);
};
export type RecordsLoader = typeof loadRecords;
