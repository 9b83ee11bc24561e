import { Link } from "@remix-run/react";
import { ChevronDown, FileDown, MapPin, MoreHorizontal, UserCheck } from "lucide-react";
import { fullName } from "#app/format/names";
import { currentTab, openedFrom, tabsOf } from "#app/list/sheet/sheet-tabs";
import type { Arriving } from "#app/routes/applicants/arriving";
import type { Refusals } from "#app/routes/applicants/refusals";
import type { SheetAddress, SheetData } from "#app/routes/applicants/sheet";
import { stageKeys } from "#app/routes/applicants/sheet-keys";
import { may, mayCall, privilegesAt } from "#app/session/may-call";
import { actionAddress, actionsFor, factsAbout } from "#app/shell/applicant-actions";
import { useShell } from "#app/shell/shell-context";
import { StageBadge, stageIcon } from "#app/shell/stage-badge";
import { Avatar } from "#app/ui/avatar";
import { Badge } from "#app/ui/badge";
import { buttonClass } from "#app/ui/button-class";
import { classNames } from "#app/ui/class-names";
import { iconProps } from "#app/ui/icon";
import { Menu } from "#app/ui/menu/menu";
import { OverflowTabs } from "#app/ui/page/overflow-tabs";
import { Skeleton } from "#app/ui/page/skeleton";
import { TextLink } from "#app/ui/text-link";
import { UnreadDot } from "#app/ui/unread-dot";
import { describeStageType } from "#worker/contract/stage-types";
import { capitalise } from "#worker/contract/text/capitalise";

interface SheetHeaderProps {
	data: SheetData;
	address: SheetAddress;
	refusals: Refusals;
	/** The applicant that takes the place of this one; nothing of this one may be taken for theirs. */
	arriving?: Arriving | undefined;
}

/** What a narrow header leaves out while the record is scrolled. */
const foldedAway = "max-sm:group-data-folded/sheet:hidden";

/** The name of an arriving applicant of another page. */
export const nextUnnamed = "Opening the applicant…";

type OfSheet = SheetData["applicant"];

const postedTo = ({ name }: NonNullable<OfSheet["location"]>): string => `Posted to ${name}`;
const assignedTo = ({ name, isActive }: NonNullable<OfSheet["reviewer"]>): string =>
	`Assigned to ${name}${isActive ? "" : " (no longer active)"}`;

/** Returns the text of the line below the number. why: its height is fixed, and what does not fit is hidden. */
const wholeLine = ({ tags, location, reviewer }: OfSheet): string =>
	[...tags.map(({ label }) => label), location && postedTo(location), reviewer && assignedTo(reviewer)]
		.filter(Boolean)
		.join(" · ");

/** The applicant's name, stage, actions and tabs (§2). */
export const SheetHeader = ({ data, address, refusals, arriving }: SheetHeaderProps) => {
	const { applicant, steps, mayMove } = data;
	const { organisation, user, orgName } = useShell();
	const here = `${address.base}/${applicant.id}`;
	const { code, title } = applicant.course;
	const about = `${applicant.applicationNumber} · ${capitalise(organisation.aliases.course)}: ${code} ${title} · `;
	const tabs = tabsOf(applicant);
	const shown = currentTab(tabs, here, address.path);
	const toDialog = openedFrom(address.search, tabs[shown]?.path ?? "");
	const actions = actionsFor(privilegesAt(user, applicant), factsOf(data, organisation)).filter(({ isTab }) => !isTab);
	return (
		<>
			{/* why a grid: beside the actions there is no room for the line about the applicant, below them there is. */}
			<div className="mt-1.5 flex flex-wrap items-start gap-x-3.5 gap-y-2 lg:grid lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:gap-y-0">
				<div className={classNames("lg:row-span-2", foldedAway)}>
					{arriving ? (
						<Avatar name={arriving.name ?? "?"} size="passport" label="" />
					) : (
						<PassportPicture
							name={fullName(applicant)}
							here={applicant.hasPhoto ? here : null}
							search={address.search}
						/>
					)}
				</div>
				{arriving && (
					<div role="status" className="min-w-0 flex-1 basis-64 lg:row-span-2">
						<h2 className="text-lg [overflow-wrap:anywhere]">
							<bdi>{arriving.name ?? nextUnnamed}</bdi>
						</h2>
						<Skeleton className="mt-2 w-72 max-w-full" />
					</div>
				)}
				<div hidden={arriving !== undefined} className="min-w-0 flex-1 basis-64 lg:contents">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 lg:min-h-7">
						<h2 className="min-w-0 text-lg [overflow-wrap:anywhere]">
							<bdi>{fullName(applicant)}</bdi>
						</h2>
						<StageBadge type={applicant.stage.type} name={applicant.stage.name} />
					</div>
					<div className="lg:col-span-2 lg:col-start-2 lg:row-start-2 lg:-mt-1.5">
						<p
							className={classNames("mt-0.5 text-text-2 sm:truncate", foldedAway)}
							title={about + applicant.applicationTitle}
						>
							{about}
							{mayCall(user, may.seeApplications) ? (
								<TextLink to={`/${orgName}/manage-applications/${applicant.applicationId}`}>
									{applicant.applicationTitle}
								</TextLink>
							) : (
								applicant.applicationTitle
							)}
						</p>
						<p
							title={wholeLine(applicant)}
							className={classNames(
								"mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-text-3 sm:h-5.5 sm:overflow-hidden",
								foldedAway,
							)}
						>
							{applicant.tags.map(({ label }) => (
								<Badge key={label}>{label}</Badge>
							))}
							{applicant.location && (
								<span className="flex items-center gap-1">
									<MapPin {...iconProps} size={12} /> {postedTo(applicant.location)}
								</span>
							)}
							{applicant.reviewer && (
								<span className="flex items-center gap-1">
									<UserCheck {...iconProps} size={12} /> {assignedTo(applicant.reviewer)}
								</span>
							)}
						</p>
					</div>
				</div>
				<div className={classNames("flex items-center gap-2 lg:col-start-3 lg:row-start-1", arriving && "opacity-40")}>
					<a
						href={`${here}/form.pdf`}
						title="Download applicant form"
						aria-label="Download applicant form"
						className={buttonClass({ className: foldedAway })}
					>
						<FileDown {...iconProps} />
						<span className="max-sm:hidden">Form</span>
					</a>
					{mayMove && (
						<Menu
							button={
								<>
									Process Application
									<ChevronDown {...iconProps} />
								</>
							}
							buttonClassName={buttonClass({ variant: "primary" })}
							entries={steps.map((step, index) => ({
								id: step.id,
								label: step.name,
								icon: stageIcon(describeStageType(step.type).icon),
								to: `${here}/stage${withStep(address.search, step.id)}`,
								disabled: refusals.has(step.id),
								hint: refusals.get(step.id),
								keys: stageKeys(index),
							}))}
						/>
					)}
					{actions.length > 0 && (
						<Menu
							label="More actions"
							button={
								<>
									<span className="max-sm:hidden">More</span>
									<MoreHorizontal {...iconProps} className="sm:hidden" />
									<ChevronDown {...iconProps} className="max-sm:hidden" />
								</>
							}
							buttonClassName={buttonClass()}
							entries={actions.map((action) => ({
								id: action.id,
								label: action.label,
								icon: action.icon,
								keys: action.keys,
								to: actionAddress(
									action,
									here,
									action.reloadDocument ? "" : action.comesBack ? toDialog : address.search,
								),
								reloadDocument: action.reloadDocument,
								disabled: action.refusal !== undefined,
								hint: action.refusal,
							}))}
						/>
					)}
				</div>
			</div>
			<OverflowTabs
				label="Applicant"
				className={classNames("mt-2.5 border-b-0!", arriving && "opacity-40")}
				tabs={tabs.map(({ label, path, changes, countIn }, index) => ({
					to: here + path + address.search,
					label,
					current: index === shown,
					count: countIn?.(applicant),
					marker: changes && applicant.changes[changes] > 0 && <UnreadDot label="changed since you were here" />,
				}))}
			/>
		</>
	);
};

interface PassportPictureProps {
	name: string;
	/** The applicant's address; null without a picture. */
	here: string | null;
	search: string;
}

const PassportPicture = ({ name, here, search }: PassportPictureProps) => {
	const label = `Passport picture of ${name}`;
	if (here === null) return <Avatar name={name} size="passport" label={label} />;
	return (
		<Link to={`${here}/passport${search}`} preventScrollReset className="rounded-md" title="Show large">
			<Avatar name={name} size="passport" photoUrl={`${here}/photo`} label={label} className="block" />
		</Link>
	);
};

/** Returns the facts that decide which actions the menu offers. */
export const factsOf = (
	{ applicant }: Pick<SheetData, "applicant">,
	organisation: { hasLocations: boolean; sendsSms: boolean; aliases: { course: string } },
) =>
	factsAbout(
		{
			hasForm: applicant.formId !== null,
			isPosted: applicant.location !== null,
			lacksReferee: applicant.openReferees > 0,
			hasLetter: applicant.letter !== null,
			lacksFiles: applicant.formId !== null && applicant.attachmentCount === 0,
		},
		organisation,
	);

/** Returns the sheet's query text with the stage that the dialog opens with. */
export const withStep = (search: string, stepId: string): string => {
	const params = new URLSearchParams(search);
	params.set("to", stepId);
	return `?${params}`;
};
