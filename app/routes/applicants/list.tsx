import { type LoaderFunctionArgs, type MetaFunction, redirect, type SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, type ShouldRevalidateFunction, useLoaderData, useParams } from "@remix-run/react";
import { Bookmark, FileSpreadsheet, FolderOpen, Mail, MoreHorizontal } from "lucide-react";
import { memo, useMemo } from "react";
import { openLater } from "#app/api/later.server";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { ApplicationPicker } from "#app/list/application-picker";
import {
	hasWholeNumbers,
	type ListAddress,
	listSearch,
	maxSelected,
	readListAddress,
	refilter,
	withSelected,
} from "#app/list/list-address";
import { useCarried, useClearAfterChange, useSelection } from "#app/list/use-selection";
import { ApplicantFilters } from "#app/routes/applicants/applicant-filters";
import { ListBody, pageLinks } from "#app/routes/applicants/list-body";
import { type LoadedList, loadList, type ShownApplicant } from "#app/routes/applicants/load-list.server";
import { NeedsYou, NeedsYouSkeleton } from "#app/routes/applicants/needs-you";
import { SelectedApplicants } from "#app/routes/applicants/selected-applicants";
import { useListCommands } from "#app/routes/applicants/use-list-commands";
import { useRememberedWalk } from "#app/routes/applicants/walk";
import { mayCall } from "#app/session/may-call";
import { requireAccess } from "#app/session/require-user.server";
import { hasCommands } from "#app/shell/commands";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { Glyph } from "#app/ui/glyph";
import { iconButtonClass } from "#app/ui/icon-button";
import { Later } from "#app/ui/later";
import { Menu } from "#app/ui/menu/menu";
import type { MenuEntry, MenuTarget } from "#app/ui/menu/menu-entry";
import { EmptyState } from "#app/ui/page/empty-state";
import { OverflowTabs } from "#app/ui/page/overflow-tabs";
import { PageHeader } from "#app/ui/page/page-header";
import { problem } from "#worker/contract/problems";
import { ok } from "#worker/contract/result";
import { listApplicants } from "#worker/services/applicants/contract";
import { sendEmail } from "#worker/services/emails/sending.contract";
import { updateApplicants } from "#worker/services/stage-changes/contract";

/** Names the list by what it shows: "Shortlisted · Process Applicants · Matricula". */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
	const { address, stages } = data?.list ?? {};
	const stage = stages?.stages.find(({ id, type }) => address?.stage === id || address?.stage === type);
	const parts = [address?.keyword && `“${address.keyword}”`, stage?.name, address?.page && `Page ${address.page + 1}`];
	return titled([...parts.filter(Boolean), "Process Applicants"].join(" · "))();
};

/** Loads the applicants of an application (§2 Applicants): stage tabs, filters, rows. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, listApplicants);
	const params = new URL(args.request.url).searchParams;
	// why: an invalid page must not show the first one instead.
	if (!hasWholeNumbers(params)) throw problemResponse(problem("invalid_query"));
	const address = readListAddress(params);
	const turn = params.get("turn");
	// why a redirect: without scripts the ticks of this page are sent with the button that leads to another.
	if (turn !== null) throw redirect(`/${orgName}/applicants${turnedSearch(address, turn === "prev" ? -1 : 1)}`);
	const later = openLater(args);
	const { list, needs } = (await loadList(args.context, address, later)) ?? {
		list: null,
		needs: Promise.resolve(ok(null)),
	};
	const mayMove = mayCall(user, updateApplicants);
	const mayEmail = mayCall(user, sendEmail);
	// why: the picker and the tabs are rendered, but the response is not a success.
	const status = list && !list.applicants.ok ? httpStatus(list.applicants.problem) : 200;
	return later.respond({ list, orgName, mayMove, mayEmail, now: Date.now() }, { needs }, { status });
};

const turnedSearch = (address: ListAddress, by: number): string =>
	withSelected(refilter(address, { page: Math.max(0, address.page + by) }), address.selected.slice(0, maxSelected));

/** why: opening an applicant or a dialog keeps the list's address, so its rows stay the same. */
const isAnotherList: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
	if (formMethod && formMethod !== "GET") return true;
	const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
	if (samePage) return defaultShouldRevalidate;
	if (!hasWholeNumbers(nextUrl.searchParams)) return true;
	return listSearch(readListAddress(currentUrl.searchParams)) !== listSearch(readListAddress(nextUrl.searchParams));
};

export const { handle, shouldRevalidate } = shows<typeof loader>(
	{ applicants: ({ data }) => data.list?.application.id },
	isAnotherList,
);

type Loaded = SerializeFrom<typeof loader>;

type ApplicantListProps = Omit<Loaded, "list"> & { list: LoadedList };

const nobody: readonly ShownApplicant[] = [];

const Applicants = () => {
	const loaded = useLoaderData<typeof loader>();
	if (!loaded.list)
		return (
			<>
				<PageHeader title="Process Applicants" />
				<Card className="mt-4">
					<EmptyState icon={FolderOpen} title="No applications yet">
						Applicants appear here as soon as the institution opens an application.
					</EmptyState>
				</Card>
			</>
		);
	return <ApplicantList key={loaded.list.application.id} {...loaded} list={loaded.list as LoadedList} />;
};
export default Applicants;

/** why memo: the router renders its routes at every step of a navigation, the list only when its data changes. */
const ApplicantList = memo(function ApplicantList(props: ApplicantListProps) {
	const { list, needs, orgName, mayMove, mayEmail, now } = props;
	const { address, application, stages, applicants } = list;
	const { user } = useShell();
	const selection = useSelection(address.selected, { orgName, userId: user.id, applicationId: application.id });
	const rows = applicants.ok ? applicants.value.data : nobody;
	const base = `/${orgName}/applicants`;
	const carried = useCarried(address.selected);
	const inDialog = (path: string): MenuTarget =>
		mayEmail || mayMove
			? { form: { id: "selection", action: `${base}/${path}` } }
			: { to: `${base}/${path}${listSearch(address)}` };
	const listActions: MenuEntry[] = [
		...(mayEmail ? [{ id: "email", label: "Send Email", icon: Mail, ...inDialog("email") }] : []),
		{ id: "export", label: "Export", icon: FileSpreadsheet, ...inDialog("export") },
		{
			id: "view",
			label: "Save view",
			icon: Bookmark,
			to: `${base}/views/new${withSelected(listSearch(address), carried)}`,
		},
	];
	const frame = { base, address, selection, carried, mayMove, mayEmail };
	return (
		<>
			<PageHeader
				title="Process Applicants"
				isTight
				context={
					<ApplicationPicker
						application={application}
						findPath={`${base}/applications`}
						findSearch={withSelected(listSearch(address), carried)}
						toOf={(id) => base + listSearch({ applicationId: id })}
					/>
				}
				actions={
					rows.length > 0 && (
						<>
							<Menu
								className="sm:hidden"
								label="Actions on the list"
								button={<Glyph icon={MoreHorizontal} />}
								buttonClassName={iconButtonClass()}
								entries={listActions}
							/>
							{mayEmail && (
								<Button form="selection" formAction={`${base}/email`} icon={Mail} className="max-sm:hidden">
									Send Email
								</Button>
							)}
							{mayEmail || mayMove ? (
								<Button form="selection" formAction={`${base}/export`} icon={FileSpreadsheet} className="max-sm:hidden">
									Export
								</Button>
							) : (
								<LinkButton
									to={`${base}/export${listSearch(address)}`}
									icon={FileSpreadsheet}
									className="max-sm:hidden"
									preventScrollReset
								>
									Export
								</LinkButton>
							)}
						</>
					)
				}
			/>
			<OverflowTabs
				label="Stages"
				className="mt-3 max-sm:mt-1"
				tabs={[
					{
						to: base + withSelected(refilter(address, { stage: undefined }), carried),
						label: "All",
						count: stages.isExact ? stages.total : `${formatNumber(stages.total)}+`,
						current: !address.stage,
					},
					...stages.stages.map(({ id, name, type, applicants: count }) => ({
						to: base + withSelected(refilter(address, { stage: id }), carried),
						label: name,
						count: count ?? undefined,
						// why the type too: a link from elsewhere names the kind of a stage (§7 Candidates).
						current: address.stage === id || address.stage === type,
					})),
				]}
			/>
			<ApplicantFilters
				{...frame}
				levels={list.levels}
				chosen={list.chosen}
				needs={
					<Later part={needs} skeleton={<NeedsYouSkeleton />}>
						{(counts) => counts && <NeedsYou base={base} address={address} counts={counts} />}
					</Later>
				}
			/>
			<ListBody {...frame} list={list} now={now} />
			{(mayMove || mayEmail) && (
				<SelectedApplicants
					{...frame}
					steps={stages.stages}
					total={applicants.ok ? applicants.value.resultTotal : 0}
					isExact={applicants.ok && applicants.value.resultTotalIsExact}
				/>
			)}
			{hasCommands && (
				<ListSteering
					{...frame}
					{...pageLinks({ base, address, applicants })}
					rows={rows}
					total={applicants.ok ? applicants.value.resultTotal : 0}
				/>
			)}
			<Outlet context={selection} />
		</>
	);
});

/** why apart: its hooks change with every navigation and must not render the list. */
const ListSteering = ({ total, ...props }: Parameters<typeof useListCommands>[0] & { total: number }) => {
	const { address, rows } = props;
	useListCommands(props);
	const shown = useMemo(() => {
		const isGroup = address.needs !== undefined || address.sort !== undefined;
		const from = address.page * address.size;
		return isGroup ? { list: listSearch(address), ids: rows.map(({ id }) => id), from, total } : undefined;
	}, [address, rows, total]);
	useRememberedWalk(shown, useParams().applicantId === undefined);
	useClearAfterChange(props.base, props.selection);
	return null;
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
