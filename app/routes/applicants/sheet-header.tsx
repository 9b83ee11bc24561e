import { ChevronDown, MapPin } from "lucide-react";
import { fullName } from "#app/format/names";
import type { SheetAddress, SheetData } from "#app/routes/applicants/sheet";
import { useShell } from "#app/shell/shell-context";
import { Avatar } from "#app/ui/avatar";
import { Badge, StageBadge } from "#app/ui/badge";
import { buttonClass } from "#app/ui/button-class";
import { iconProps } from "#app/ui/icon";
import { Menu } from "#app/ui/menu";
import { stageIcon } from "#app/ui/stage-icons";
import { Tabs } from "#app/ui/tabs";
import { describeStageType } from "#worker/contract/stage-types";

/** Who it is, where they stand, what can be done, and the tabs (§2). */
export const SheetHeader = ({ data, address }: { data: SheetData; address: SheetAddress }) => {
	const { applicant, steps, mayMove, orgName } = data;
	const { organisation } = useShell();
	const here = `${address.base}/${applicant.id}`;
	const isLog = address.path.endsWith("/activity-log");
	return (
		<>
			<div className="mt-1.5 flex flex-wrap items-start gap-3.5">
				<Avatar
					name={fullName(applicant)}
					size="passport"
					photoUrl={applicant.hasPhoto ? `/${orgName}/applicants/${applicant.id}/photo` : null}
					label={`Passport picture of ${fullName(applicant)}`}
				/>
				<div className="min-w-0 flex-1 basis-64">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h2 className="min-w-0 text-lg [overflow-wrap:anywhere]">
							<bdi>{fullName(applicant)}</bdi>
						</h2>
						<StageBadge type={applicant.stage.type} name={applicant.stage.name} />
					</div>
					<p className="text-text-2">
						<span className="tabular-nums">{applicant.applicationNumber}</span> ·{" "}
						{capitalise(organisation.aliases.course)}: {applicant.course.code} {applicant.course.title} ·{" "}
						{applicant.applicationTitle}
					</p>
					<p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-sm text-text-3">
						{applicant.tags.map(({ label }) => (
							<Badge key={label}>{label}</Badge>
						))}
						{applicant.location && (
							<span className="flex items-center gap-1">
								<MapPin {...iconProps} size={12} /> Posted to {applicant.location.name}
							</span>
						)}
					</p>
				</div>
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
							disabled: step.id === applicant.stageId,
							hint: step.id === applicant.stageId ? "The applicant is at this stage" : undefined,
							keys: index < 9 ? [String(index + 1)] : undefined,
						}))}
					/>
				)}
			</div>
			<Tabs
				label="Applicant"
				className="mt-2.5 border-b-0!"
				tabs={[
					{ to: here + address.search, label: "Application Information", current: !isLog },
					{ to: `${here}/activity-log${address.search}`, label: "Activity Log", current: isLog },
				]}
			/>
		</>
	);
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The sheet's query text with the step that the dialog opens on. */
export const withStep = (search: string, stepId: string): string => {
	const params = new URLSearchParams(search);
	params.set("to", stepId);
	return `?${params}`;
};
