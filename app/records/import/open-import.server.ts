import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { readRowFilter } from "#app/records/import/import-rows";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import type { Result } from "#worker/contract/result";
import { retryTask } from "#worker/services/tasks/contract";

type RowQuery = ReturnType<typeof readRowFilter> & { page: string; size: string };

interface OpenedImport<Found, Row> {
	/** The address of the import. */
	here: string;
	find(): Promise<Result<Found>>;
	listRows(query: RowQuery): Promise<Result<{ data: Row[]; resultTotal: number }>>;
}

/** Loads an import and the page of its rows that the address names. */
export const openImport = async <Found, Row>({ url }: Request, { here, find, listRows }: OpenedImport<Found, Row>) => {
	const { searchParams } = new URL(url);
	const { page, size } = readPage(searchParams);
	const query = { ...readRowFilter(searchParams), page: String(page), size: String(size) };
	const [found, rows] = await Promise.all([find(), listRows(query)]);
	const { data, resultTotal: total } = orThrow(rows);
	return {
		found: orThrow(found),
		rows: data,
		here,
		idempotencyKey: crypto.randomUUID(),
		pages: pagesOf(here, searchParams, { page, size, total }),
	};
};

interface CarriedOut {
	guard: Parameters<typeof requireAccess>[1];
	/** The address of the import, below the institution's. */
	path: string;
	add(api: ApiClient, options: { idempotencyKey: string | undefined }): Promise<Result<unknown>>;
}

/** Adds the rows of the import, or tries again the task that failed. */
export const carryOutImport = async (args: ActionFunctionArgs, { guard, path, add }: CarriedOut) => {
	const { orgName, api } = await requireAccess(args, guard);
	const form = await readSignedInForm(args.request, args.context);
	const done =
		form.get("intent") === "retry"
			? await api.call(retryTask, { params: { id: String(form.get("taskId") ?? "") } })
			: await add(api, { idempotencyKey: idempotencyKeyIn(form) });
	if (done.ok) return redirect(`/${orgName}/${path}`);
	if (done.problem.status === 404) orThrow(done);
	return json({ error: done.problem.error }, { status: httpStatus(done.problem) });
};
