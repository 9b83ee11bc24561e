import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { ChevronLeft, ChevronRight, ChevronsRight } from "lucide-react";
import { useEffect } from "react";
import { fullName } from "#app/format/names";
import { formatNumber } from "#app/format/numbers";
import { isMaximised, listSearch, readListAddress, sheetSearch } from "#app/list/list-address";
import { ColleaguesHere } from "#app/list/sheet/colleagues-here";
import { loadSheet } from "#app/routes/applicants/load-sheet.server";
import { OnePerson } from "#app/routes/applicants/one-person";
import { noteSeen } from "#app/routes/applicants/seen-applicants";
import { SheetHeader } from "#app/routes/applicants/sheet-header";
import { useSheetCommands } from "#app/routes/applicants/use-sheet-commands";
import { useViewing } from "#app/shell/live";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Sheet } from "#app/ui/dialog/sheet";
import { IconLink } from "#app/ui/icon-button";
import { Later } from "#app/ui/later";
import { Skeleton } from "#app/ui/page/skeleton";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { Neighbours } from "#worker/services/applicants/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `${fullName(data.applicant)} · Matricula` : "Applicant · Matricula" },
];

export const loader = (args: LoaderFunctionArgs) => loadSheet(args);

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: ({ data }) => data.applicant.id,
	records: ({ data }) => data.applicant.applicationId,
});

export type SheetData = SerializeFrom<typeof loader>;

const ApplicantSheet = () => {
	const data = useLoaderData<typeof loader>();
	const location = useLocation();
	const params = new URLSearchParams(location.search);
	const maximised = isMaximised(params);
	const list = listSearch(readListAddress(params));
	const base = `/${data.orgName}/applicants`;
	const address = { base, list, search: sheetSearch(list, maximised), path: location.pathname };
	const others = useViewing(data.applicant.id);
	useSheetCommands(data, address);
	const { id, updatedAt } = data.applicant;
	useEffect(() => noteSeen(id, updatedAt), [id, updatedAt]);
	return (
		<Sheet
			label={fullName(data.applicant)}
			closeTo={base + list}
			returnFocusTo={`#row-${data.applicant.id} a`}
			maximised={maximised}
			maximiseTo={location.pathname + sheetSearch(list, true)}
			minimiseTo={location.pathname + list}
			bar={
				<>
					<Later part={data.neighbours} skeleton={<StepsSkeleton />}>
						{(neighbours) => <Steps neighbours={neighbours} address={address} mayMove={data.mayMove} />}
					</Later>
					{others.length > 0 && (
						<span role="status" className="ml-auto flex min-w-0 items-center gap-1.5 text-text-2">
							<ColleaguesHere others={others} />
						</span>
					)}
				</>
			}
			header={<SheetHeader data={data} address={address} />}
		>
			{/* why no skeleton: hardly anybody has one. */}
			<Later part={data.onePerson} skeleton={null}>
				{(found) => <OnePerson {...found} />}
			</Later>
			<Outlet context={data} />
		</Sheet>
	);
};
export default ApplicantSheet;

export interface SheetAddress {
	base: string;
	/** The query text of the list, and that of the sheet with its size. */
	list: string;
	search: string;
	path: string;
}

interface StepsProps {
	neighbours: Neighbours;
	address: SheetAddress;
	mayMove: boolean;
}

/** The applicant's position in the list, and links to its neighbours. */
const Steps = ({ neighbours, address: { base, search }, mayMove }: StepsProps) => {
	const { previousId, nextId, nextUndecidedId, position, total } = neighbours;
	return (
		<>
			{position !== null && total !== null && (
				<span className="whitespace-nowrap tabular-nums">
					{formatNumber(position)} of {formatNumber(total)}
				</span>
			)}
			{previousId && <Step to={`${base}/${previousId}${search}`} label="Previous applicant" icon={ChevronLeft} />}
			{nextId && <Step to={`${base}/${nextId}${search}`} label="Next applicant" icon={ChevronRight} />}
			{mayMove && nextUndecidedId && (
				<Step to={`${base}/${nextUndecidedId}${search}`} label="Next undecided" icon={ChevronsRight} />
			)}
		</>
	);
};

const StepsSkeleton = () => (
	<div role="status" className="flex h-7 items-center gap-1.5">
		<VisuallyHidden>Loading the neighbours</VisuallyHidden>
		<Skeleton className="w-14" />
		<Skeleton className="size-7" />
		<Skeleton className="size-7" />
		<Skeleton className="size-7" />
	</div>
);

const Step = ({ to, label, icon }: { to: string; label: string; icon: typeof ChevronLeft }) => (
	<IconLink to={to} label={label} icon={icon} size="small" preventScrollReset />
);

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This applicant does not exist, or is no longer there." } }}
	/>
);
