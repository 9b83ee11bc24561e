import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { TicketPercent } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { showsRecords } from "#app/records/screen";
import { SearchForm } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { columnsOfUse } from "#app/routes/coupons/columns-of-use";
import { CopyCode } from "#app/routes/coupons/copy-code";
import { couponScreen } from "#app/routes/coupons/screen";
import { requireAccess } from "#app/session/require-user.server";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { type CouponItem, listCouponItems } from "#worker/services/coupons/contract";

export const meta = titledOver("Codes");

/** Loads a page of the codes (§7 GET /coupons/{id}/items). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, listCouponItems);
	const { searchParams } = new URL(args.request.url);
	const params = { id: args.params.recordId ?? "" };
	const { page, size } = readPage(searchParams);
	const [q, asked] = [searchParams.get("q") ?? "", searchParams.get("used")];
	const used = asked === "true" ? "true" : asked === "false" ? "false" : undefined;
	const paged = { page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(
		await api.call(listCouponItems, { params, query: { keyword: q, used, ...paged } }),
	);
	const here = `/${orgName}/manage-discount-code/${params.id}`;
	return json({ items: data, q, used, here, pages: pagesOf(here, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = showsRecords(couponScreen);

const usedOptions = [
	{ value: "true", label: "Used" },
	{ value: "false", label: "Not used" },
];

const Codes = () => {
	const { items, q, used, here, pages } = useLoaderData<typeof loader>();
	const { orgName, organisation } = useShell();
	useSearchCommand();
	const columns: Column<CouponItem>[] = [
		{ heading: "Code", width: 210, card: "title", clipped: false, cell: ({ code }) => <CopyCode code={code} /> },
		{ heading: "Uses", width: 80, card: "line", numeric: true, cell: ({ uses }) => formatNumber(uses) },
		...columnsOfUse<CouponItem>({
			base: `/${orgName}`,
			timeZone: organisation.timeZone,
			useOf: ({ lastUse }) => lastUse,
		}),
	];
	return (
		<>
			<SearchForm
				action={here}
				label="Search codes"
				placeholder="Part of a code"
				typed={q}
				filters={[{ name: "used", label: "Use", options: usedOptions, chosen: used }]}
			/>
			<RecordTable
				label="Codes"
				columns={columns}
				rows={items}
				keyOf={({ position }) => position}
				pages={pages}
				empty={
					<EmptyState icon={TicketPercent} title="No codes found" action={<LinkButton to={here}>Show all</LinkButton>}>
						Nothing matches the search.
					</EmptyState>
				}
			/>
			<DialogOutlet />
		</>
	);
};
export default Codes;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
