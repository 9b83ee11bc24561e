import {
	Bookmark,
	ChartNoAxesColumn,
	CheckCheck,
	Columns3,
	FileSpreadsheet,
	ListFilter,
	Mail,
	MoreHorizontal,
	Stamp,
} from "lucide-react";
import { inWords } from "#app/format/in-words";
import { selectAllMatching } from "#app/list/all-matching-chosen";
import { ApplicationPicker } from "#app/list/application-picker";
import { listSearch, withSelected } from "#app/list/list-address";
import type { ListFrame } from "#app/routes/applicants/list-body";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { isOfWholeInstitution } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { Button, LinkButton } from "#app/ui/button";
import { Glyph } from "#app/ui/glyph";
import { iconButtonClass } from "#app/ui/icon-button";
import { Menu } from "#app/ui/menu/menu";
import type { MenuEntry, MenuTarget } from "#app/ui/menu/menu-entry";
import { PageHeader } from "#app/ui/page/page-header";

interface ListHeaderProps extends ListFrame, Pick<LoadedList, "application"> {
	/** How many applicants the list has on all its pages. */
	total: number;
	isExact: boolean;
	mayReport: boolean;
}

/** The application that is listed, and what can be done with its list (§2 Applicants). */
export const ListHeader = ({ application, ...list }: Omit<ListHeaderProps, "selection">) => {
	const { base, address, carried, mayMove, mayEmail, mayReport, total } = list;
	const { user } = useShell();
	const { places } = user;
	const releases = mayMove && isOfWholeInstitution(user) ? base.replace(/applicants$/, "releases") : undefined;
	return (
		<PageHeader
			title="Process Applicants"
			isTight
			context={
				<>
					<ApplicationPicker
						application={application}
						findPath={`${base}/applications`}
						findSearch={withSelected(listSearch(address), carried)}
						toOf={(id) => base + listSearch({ applicationId: id })}
					/>
					{places && (
						<p className="text-sm text-text-2">
							Only {places.length === 0 ? "where your role is held" : inWords(places)}
						</p>
					)}
				</>
			}
			actions={
				total > 0 && (
					<>
						<Menu
							className="lg:hidden"
							label="Actions on the list"
							button={<Glyph icon={MoreHorizontal} />}
							buttonClassName={iconButtonClass()}
							entries={narrowEntries(list, releases)}
						/>
						{releases && (
							<LinkButton to={releases} icon={Stamp} className="max-xl:hidden">
								Releases
							</LinkButton>
						)}
						{mayReport && (
							<LinkButton
								to={`${base}/report${listSearch(address)}`}
								icon={ChartNoAxesColumn}
								className="max-xl:hidden"
								preventScrollReset
							>
								Report
							</LinkButton>
						)}
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
	);
};

/** What a wide screen has as buttons and column heads. */
const narrowEntries = (
	list: Omit<ListHeaderProps, "application" | "selection">,
	releases: string | undefined,
): MenuEntry[] => {
	const { base, address, carried, mayMove, mayEmail, mayReport } = list;
	const inDialog = (path: string): MenuTarget =>
		mayEmail || mayMove
			? { form: { id: "selection", action: `${base}/${path}` } }
			: { to: `${base}/${path}${listSearch(address)}` };
	const search = withSelected(listSearch(address), carried);
	return [
		...(mayEmail || mayMove ? [{ id: "all", icon: CheckCheck, ...selectAllMatching(list) }] : []),
		...(mayEmail ? [{ id: "email", label: "Send Email", icon: Mail, ...inDialog("email") }] : []),
		{ id: "export", label: "Export", icon: FileSpreadsheet, ...inDialog("export") },
		...(mayReport
			? [{ id: "report", label: "Report", icon: ChartNoAxesColumn, to: `${base}/report${listSearch(address)}` }]
			: []),
		...(releases ? [{ id: "releases", label: "Releases", icon: Stamp, to: releases }] : []),
		{ id: "sort", label: "Sort and filter", icon: ListFilter, to: `${base}/filters${search}` },
		{ id: "columns", label: "Columns", icon: Columns3, to: `${base}/columns${search}` },
		{ id: "view", label: "Save view", icon: Bookmark, to: `${base}/views/new${search}` },
	];
};
