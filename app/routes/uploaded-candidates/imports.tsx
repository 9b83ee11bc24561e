import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { orThrow } from "#app/api/problem-response";
import { ImportList } from "#app/records/import/import-list";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { listImports } from "#worker/services/uploaded-candidates/imports.contract";

export const meta = titledOver("Imports");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, listImports);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.groupId ?? "" };
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await args.context.api.call(listImports, { params, query }));
	const here = `/${orgName}/manage-candidates/${params.id}/imports`;
	return json({ imports: data, here, pages: pagesOf(here, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = shows({ candidates: true });

const Imports = () => <ImportList {...useLoaderData<typeof loader>()} label="Imports" emptyTitle="No imports yet" />;
export default Imports;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
