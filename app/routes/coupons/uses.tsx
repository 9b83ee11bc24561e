import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ListChecks } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { RecordTable } from "#app/records/record-table";
import { showsRecords } from "#app/records/screen";
import { columnsOfUse } from "#app/routes/coupons/columns-of-use";
import { couponScreen } from "#app/routes/coupons/screen";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { type CouponUse, listCouponUses } from "#worker/services/coupons/contract";

export const meta = titledOver("Uses");

/** Loads a page of the uses of all codes, the newest first. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, listCouponUses);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.recordId ?? "" };
	const { page, size } = readPage(searchParams);
	const query = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listCouponUses, { params, query }));
	const here = `/${orgName}/manage-discount-code/${params.id}/uses`;
	return json({ uses: data, pages: pagesOf(here, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const Uses = () => {
	const { uses, pages } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	return (
		<RecordTable
			label="Uses"
			columns={[
				{ heading: "Code", width: 190, card: "title", text: ({ code }) => code },
				...columnsOfUse<CouponUse>({ base: `/${orgName}`, timeZone: organisation.timeZone, useOf: (use) => use }),
			]}
			rows={uses}
			keyOf={({ transactionId }) => transactionId}
			pages={pages}
			empty={
				<EmptyState icon={ListChecks} title="Nobody has used it yet">
					Each use is shown here with its payment.
				</EmptyState>
			}
		/>
	);
};
export default Uses;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
