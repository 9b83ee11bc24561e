import { useNavigation } from "@remix-run/react";
import { FolderOpen } from "lucide-react";
import { formatRange } from "#app/format/numbers";
import { AllMatchingLink } from "#app/list/all-matching-chosen";
import { type ListAddress, listSearch, refilter, withSelected } from "#app/list/list-address";
import type { Selection } from "#app/list/selection";
import { wrongDaysOf } from "#app/records/wrong-days";
import { ApplicantTable } from "#app/routes/applicants/applicant-table";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";
import { ErrorState } from "#app/ui/page/error-state";
import { Pagination } from "#app/ui/page/pagination";
import { TextLink } from "#app/ui/text-link";
import { filterOf, isNarrow } from "#worker/contract/applicant-filter";
import { problemToast, screenProblems } from "#worker/contract/screen-problems";

export interface ListFrame {
	base: string;
	address: ListAddress;
	selection: Selection;
	/** Selected applicants that links and forms repeat without JavaScript. */
	carried: readonly string[];
	mayMove: boolean;
	mayEmail: boolean;
}

/** The rows with their pages, or why there are none (§2 Applicants). */
export const ListBody = ({
	list: { applicants, columns },
	now,
	...frame
}: ListFrame & { list: LoadedList; now: number }) => {
	const { base, address, carried, selection, mayMove, mayEmail } = frame;
	const navigation = useNavigation();
	const here = base + listSearch(address);
	if (!applicants.ok)
		return (
			<Card>
				<ErrorState
					title={screenProblems.applicants_unavailable.message}
					message={problemToast(applicants.problem)}
					retryTo={here}
				/>
			</Card>
		);
	const { data, page, size, resultTotal, resultTotalIsExact } = applicants.value;
	if (data.length === 0) return <NoApplicants address={address} base={base} />;
	const isLoading = navigation.state === "loading" && navigation.location.pathname === base;
	const range = formatRange({ page, size, total: Math.max(resultTotal, page * size + data.length) });
	return (
		<Card>
			<ApplicantTable
				{...frame}
				rows={data}
				columns={columns}
				now={now}
				selection={mayMove || mayEmail ? selection : undefined}
				busy={isLoading}
				allMatching={
					(mayMove || mayEmail) && (
						<AllMatchingLink base={base} address={address} total={resultTotal} isExact={resultTotalIsExact} />
					)
				}
			/>
			<Pagination
				range={resultTotalIsExact ? range : `${range}+`}
				{...pageLinks({ base, address, applicants, carried })}
				pages={
					resultTotalIsExact
						? {
								current: page,
								count: Math.ceil(resultTotal / size),
								lastTo: base + withSelected(pageLink(address, Math.ceil(resultTotal / size) - 1, {}), carried),
							}
						: undefined
				}
				size={size}
				action={base}
				turnForm={mayMove || mayEmail ? "selection" : undefined}
				keep={[...new URLSearchParams(withSelected(refilter({ ...address, size: 10 }, {}), carried))]}
			/>
		</Card>
	);
};

interface PageLinks extends Pick<ListFrame, "base" | "address"> {
	applicants: LoadedList["applicants"];
	/** Selected applicants that the links repeat. */
	carried?: readonly string[];
}

/** Returns the addresses of the pages before and after the one that is shown. */
export const pageLinks = ({ base, address, applicants, carried = [] }: PageLinks) => {
	if (!applicants.ok) return {};
	const { page, nextCursor, previousCursor } = applicants.value;
	const to = (at: number, cursor: { after?: string; before?: string }) =>
		base + withSelected(pageLink(address, at, cursor), carried);
	return {
		...(page > 0 && previousCursor && { previousTo: to(page - 1, { before: previousCursor }) }),
		...(nextCursor && { nextTo: to(page + 1, { after: nextCursor }) }),
	};
};

/** why no cursor on the first page: it then includes new arrivals. */
const pageLink = (address: ListAddress, page: number, cursor: { after?: string; before?: string }): string =>
	listSearch({ ...address, after: undefined, before: undefined, page, ...(page === 0 ? {} : cursor) });

const emptiness = (address: ListAddress) => {
	if (address.page > 0 || address.after || address.before)
		return {
			title: "Nothing on this page",
			text: "The list has fewer pages.",
			way: "First page",
			to: refilter(address, {}),
		};
	const all = { way: "Show all applicants", to: listSearch({ applicationId: address.applicationId }) };
	const wrongDays = wrongDaysOf(address.submittedFrom, address.submittedTo);
	if (wrongDays) return { title: wrongDays, ...all };
	if (isNarrow(filterOf(address)))
		return {
			title: address.keyword ? `No applicant matches “${address.keyword}”` : "No applicant matches",
			text: "No applicant fits these filters.",
			...all,
		};
	return { title: "No applicants yet", text: "Applicants appear here when they register for this application." };
};

const NoApplicants = ({ address, base }: { address: ListAddress; base: string }) => {
	const { title, text, way, to } = emptiness(address);
	const everywhere =
		address.keyword && `${base.replace(/applicants$/, "search")}?${new URLSearchParams({ q: address.keyword })}`;
	return (
		<Card>
			<EmptyState icon={FolderOpen} title={title} action={way && <LinkButton to={base + to}>{way}</LinkButton>}>
				{text}
				{everywhere && (
					<>
						{" "}
						<TextLink to={everywhere}>Search in all applications</TextLink>
					</>
				)}
			</EmptyState>
		</Card>
	);
};
