import {
	type ActionFunctionArgs,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import { ChevronLeft, ChevronRight, ChevronsRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { openLater } from "#app/api/later.server";
import { orThrow } from "#app/api/problem-response";
import { fullName } from "#app/format/names";
import { formatNumber } from "#app/format/numbers";
import {
	isMaximised,
	type ListAddress,
	listSearch,
	readListAddress,
	readSheetSearch,
	sheetSearch,
} from "#app/list/list-address";
import { ColleaguesHere } from "#app/list/sheet/colleagues-here";
import { likeness } from "#app/list/sheet/likeness";
import { type Arriving, useArriving } from "#app/routes/applicants/arriving";
import { OnePerson, type OnePersonProps } from "#app/routes/applicants/one-person";
import { refusalsOf } from "#app/routes/applicants/refusals";
import { noteSeen } from "#app/routes/applicants/seen-applicants";
import { nextUnnamed, SheetHeader } from "#app/routes/applicants/sheet-header";
import { sheetKeys } from "#app/routes/applicants/sheet-keys";
import { useSheetCommands } from "#app/routes/applicants/use-sheet-commands";
import { useWalk } from "#app/routes/applicants/walk";
import { mayAt, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { InSheet } from "#app/shell/dialog-outlet";
import { useViewing } from "#app/shell/live";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { Sheet } from "#app/ui/dialog/sheet";
import { iconProps } from "#app/ui/icon";
import { IconLink } from "#app/ui/icon-button";
import { KeyHint } from "#app/ui/key-hint";
import { Later, useArrived } from "#app/ui/later";
import { Skeleton } from "#app/ui/page/skeleton";
import { useHydrated } from "#app/ui/use-hydrated";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { filterOf } from "#worker/contract/applicant-filter";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { ok } from "#worker/contract/result";
import { updateApplicant } from "#worker/services/applicants/change.contract";
import { markChangesRead } from "#worker/services/applicants/changes.contract";
import { countStages, getApplicant, getNeighbours, type Neighbours } from "#worker/services/applicants/contract";
import { listDuplicatesOf } from "#worker/services/duplicates/contract";
import { listNextStages } from "#worker/services/stage-changes/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: data ? `${fullName(data.applicant)} · Matricula` : "Applicant · Matricula" },
];

/** Loads one applicant above the list it was opened from (§2 Applicant side sheet). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName, api } = await requireAccess(args, getApplicant);
	const address = readListAddress(new URL(args.request.url).searchParams);
	const params = { id: args.params.applicantId ?? "" };
	const later = openLater(args);
	// why before the applicant is there: what is asked for at once is read in one call.
	const neighbours = later.ask(() => api.call(getNeighbours, { params, query: filterOf(address) }));
	const duplicates = later.ask(() => api.call(listDuplicatesOf, { params }));
	const nextStages = later.ask(async () =>
		mayCall(user, listNextStages) ? api.call(listNextStages, { params }) : ok({ stages: [] }),
	);
	// why with their counts: the list behind the sheet asks the same.
	const countStagesOf = (applicationId: string) => later.ask(() => api.call(countStages, { query: { applicationId } }));
	const listed = address.applicationId === undefined ? undefined : countStagesOf(address.applicationId);
	const applicant = orThrow(await args.context.applicant(params.id));
	const onePerson = duplicates.then((found) =>
		found.ok ? ok(onePersonOf(orgName, applicant.id, found.value)) : found,
	);
	const isListed = applicant.applicationId === address.applicationId;
	const { stages } = orThrow(await ((isListed && listed) || countStagesOf(applicant.applicationId)));
	const mayMove = mayAt(user, applicant, updateApplicant);
	return later.respond(
		{ applicant, steps: stages.map(({ applicants: _, ...step }) => step), mayMove, orgName },
		{ neighbours, onePerson, nextStages },
	);
};

/** Marks as read what had changed when the record was shown. why here: the tab's own path is the applicant's. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, markChangesRead);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.applicantId ?? "" };
	orThrow(await api.call(markChangesRead, { params, body: { until: Number(form.get("until")) } }));
	return redirect(`/${orgName}/applicants/${params.id}${readSheetSearch(new URL(args.request.url).searchParams)}`);
};

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
	const [openedId] = useState(data.applicant.id);
	const others = useViewing(data.applicant.id);
	const neighbours = useWalk(useArrived(data.neighbours), { list, id: data.applicant.id });
	const arriving = useArriving(base, data.applicant.id);
	const isForm = useMatches().some(({ id }) => id === "routes/applicants/sheet.information");
	const besideForm = isForm ? (maximised ? "lg:hidden" : "rail:hidden") : undefined;
	const { stageId } = data.applicant;
	const nextStages = useArrived(data.nextStages);
	const refusals = useMemo(() => refusalsOf(stageId, nextStages), [stageId, nextStages]);
	useSheetCommands(data, address, { neighbours, arriving, refusals });
	const { id, updatedAt } = data.applicant;
	const opened = useRef("");
	// why once: what changes while the record is open is marked in it, and has not been seen by that.
	useEffect(() => {
		if (opened.current !== id) noteSeen(id, updatedAt);
		opened.current = id;
	}, [id, updatedAt]);
	return (
		<Sheet
			label={arriving ? (arriving.name ?? nextUnnamed) : fullName(data.applicant)}
			leaving={arriving !== undefined}
			closeTo={base + (id === openedId ? list : listAround(readListAddress(params), neighbours?.position ?? null))}
			returnFocusTo={`#row-${arriving?.id ?? id} a`}
			isCovered={!isTab.test(useMatches().at(-1)?.id ?? "")}
			maximised={maximised}
			maximiseTo={location.pathname + sheetSearch(list, true)}
			minimiseTo={location.pathname + list}
			bar={
				<>
					<Later part={data.neighbours} skeleton={<StepsSkeleton />}>
						{(neighbours) => (
							<Steps id={id} neighbours={neighbours} arriving={arriving} address={address} mayMove={data.mayMove} />
						)}
					</Later>
					{others.length > 0 && (
						<span role="status" className="ml-auto flex min-w-0 items-center gap-1.5 text-text-2">
							<ColleaguesHere others={others} />
						</span>
					)}
				</>
			}
			header={<SheetHeader data={data} address={address} refusals={refusals} arriving={arriving} />}
		>
			<InSheet>
				{/* why no skeleton: few applicants have duplicates. */}
				<Later part={data.onePerson} skeleton={null}>
					{(found) => <OnePerson {...found} className={besideForm} />}
				</Later>
				<Outlet context={data} />
			</InSheet>
		</Sheet>
	);
};
export default ApplicantSheet;

/** The modules of the sheet's tabs, with no dialog over them. */
const isTab = /\/(tab|no-dialog|sheet\.[\w-]+)$/;

/** Returns the list with the page that has the open applicant. @param position from 1; null when it is not known */
const listAround = (address: ListAddress, position: number | null): string => {
	const page = position === null ? address.page : Math.floor((position - 1) / address.size);
	return page === address.page
		? listSearch(address)
		: listSearch({ ...address, page, after: undefined, before: undefined });
};

export interface SheetAddress {
	base: string;
	/** The query text of the list, and that of the sheet with its size. */
	list: string;
	search: string;
	path: string;
}

interface StepsProps {
	id: string;
	neighbours: Neighbours;
	arriving: Arriving | undefined;
	address: SheetAddress;
	mayMove: boolean;
}

const Steps = ({ id, neighbours, arriving, address: { base, list, search }, mayMove }: StepsProps) => {
	const walked = useWalk(neighbours, { list, id }) ?? neighbours;
	const { nextUndecidedId, position, total, totalIsExact } = walked;
	const { previousId, nextId } = arriving ?? walked;
	return (
		<>
			{position !== null && total !== null && (
				<span className="whitespace-nowrap tabular-nums">
					{formatNumber(position)} of {formatNumber(total)}
					{!totalIsExact && "+"}
				</span>
			)}
			{previousId && (
				<Step
					to={`${base}/${previousId}${search}`}
					label="Previous applicant"
					icon={ChevronLeft}
					keys={sheetKeys.previous.keys}
				/>
			)}
			{nextId && (
				<Step to={`${base}/${nextId}${search}`} label="Next applicant" icon={ChevronRight} keys={sheetKeys.next.keys} />
			)}
			{mayMove && nextUndecidedId && !arriving && (
				<LinkButton
					to={`${base}/${nextUndecidedId}${search}`}
					size="small"
					variant="ghost"
					title="Next undecided"
					preventScrollReset
				>
					<span className="max-sm:sr-only">Next undecided</span>
					<ChevronsRight {...iconProps} />
					<KeyShown keys={sheetKeys.undecided.keys} />
				</LinkButton>
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

interface StepProps {
	to: string;
	label: string;
	icon: typeof ChevronLeft;
	keys: readonly string[];
}

const Step = ({ to, label, icon, keys }: StepProps) => (
	<span className="flex items-center">
		<IconLink to={to} label={label} icon={icon} size="small" preventScrollReset />
		<KeyShown keys={keys} />
	</span>
);

/** The keys of a control, which work only with scripts. */
const KeyShown = ({ keys }: { keys: readonly string[] }) => {
	const hydrated = useHydrated();
	return (
		hydrated && (
			<span aria-hidden className="contents">
				<KeyHint keys={keys} />
			</span>
		)
	);
};

const onePersonOf = (
	orgName: string,
	applicantId: string,
	{ data, merges }: EndpointResponse<typeof listDuplicatesOf>,
): OnePersonProps => ({
	alike: data
		.filter(({ dismissed }) => dismissed === null)
		.map(({ first, second, reasons }) => {
			const other = first.id === applicantId ? second : first;
			return {
				name: fullName(other),
				number: other.applicationNumber,
				why: likeness(reasons),
				to: `/${orgName}/duplicates/compare?first=${first.id}&second=${second.id}`,
			};
		}),
	merges: merges.map(({ id, sourceName, sourceNumber }) => ({
		name: sourceName,
		number: sourceNumber,
		to: `/${orgName}/merges/${id}`,
	})),
});

export { SheetProblem as ErrorBoundary } from "#app/routes/applicants/sheet-problem";
