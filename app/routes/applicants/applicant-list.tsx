import type { SerializeFrom } from "@remix-run/cloudflare";
import { useParams } from "@remix-run/react";
import { type MouseEvent, memo, useMemo } from "react";
import { listSearch, withSelected } from "#app/list/list-address";
import { focusFirstRow, rowElementId } from "#app/list/rows";
import { useCarried, useClearAfterChange, useSelection } from "#app/list/use-selection";
import { ApplicantFilters } from "#app/routes/applicants/filtering/applicant-filters";
import type { loader } from "#app/routes/applicants/list";
import { ListBody, pageLinks } from "#app/routes/applicants/list-body";
import { ListHeader } from "#app/routes/applicants/list-header";
import type { LoadedList, ShownApplicant } from "#app/routes/applicants/load-list.server";
import { NeedsYou, NeedsYouSkeleton } from "#app/routes/applicants/needs-you";
import { SelectedApplicants } from "#app/routes/applicants/selected-applicants";
import { StageTabs } from "#app/routes/applicants/stage-tabs";
import { useListCommands } from "#app/routes/applicants/use-list-commands";
import { useRememberedWalk } from "#app/routes/applicants/walk";
import { may, mayCall } from "#app/session/may-call";
import { hasCommands } from "#app/shell/commands";
import { DialogOutlet } from "#app/shell/dialog-outlet";
import { useShell } from "#app/shell/shell-context";
import { Later } from "#app/ui/later";

interface ApplicantListProps extends Omit<SerializeFrom<typeof loader>, "list"> {
	list: LoadedList;
}

const nobody: readonly ShownApplicant[] = [];

/** why memo: the router renders its routes at every step of a navigation, the list only when its data changes. */
export const ApplicantList = memo(function ApplicantList(props: ApplicantListProps) {
	const { list, needs, orgName, mayMove, mayEmail, now } = props;
	const { address, application, stages, applicants } = list;
	const { user } = useShell();
	const selection = useSelection(address.selected, { orgName, userId: user.id, applicationId: application.id });
	const rows = applicants.ok ? applicants.value.data : nobody;
	const base = `/${orgName}/applicants`;
	const carried = useCarried(address.selected);
	const total = applicants.ok ? applicants.value.resultTotal : 0;
	const isExact = applicants.ok && applicants.value.resultTotalIsExact;
	const frame = { base, address, selection, carried, mayMove, mayEmail };
	return (
		<>
			{rows[0] && (
				<a href={`#${rowElementId(rows[0].id)}`} className="skip-link" onClick={skipToRows}>
					Skip to the applicants
				</a>
			)}
			<ListHeader
				{...frame}
				application={application}
				total={rows.length > 0 ? total : 0}
				isExact={isExact}
				mayReport={mayCall(user, may.seeReports)}
			/>
			<StageTabs {...frame} stages={stages} />
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
			{(mayMove || mayEmail) && <SelectedApplicants {...frame} steps={stages.stages} total={total} isExact={isExact} />}
			{hasCommands && (
				<ListSteering {...frame} {...pageLinks({ base, address, applicants })} rows={rows} total={total} />
			)}
			<DialogOutlet isWalked context={selection} search={withSelected(listSearch(address), carried)} />
		</>
	);
});

/** why with scripts: a row itself takes no focus; without them Tab goes on from the row. */
const skipToRows = (event: MouseEvent) => {
	if (focusFirstRow()) event.preventDefault();
};

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
