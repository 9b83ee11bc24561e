import { MoreHorizontal } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import { actionAddress, actionsFor, factsAbout } from "#app/shell/applicant-actions";
import { Marked } from "#app/shell/palette/marked";
import { wordsOf } from "#app/shell/palette/match-text";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/shell/stage-badge";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { iconProps } from "#app/ui/icon";
import { iconButtonClass } from "#app/ui/icon-button";
import { Menu } from "#app/ui/menu/menu";
import { TextLink } from "#app/ui/text-link";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import type { FoundApplicant } from "#worker/services/search/contract";

interface FoundListProps {
	heading: string;
	applicants: readonly FoundApplicant[];
	query: string;
}

/** Applicants, with the palette's actions as links. */
export const FoundList = ({ heading, applicants, query }: FoundListProps) => {
	const { orgName, user } = useShell();
	const words = wordsOf(query);
	const mayMove = mayCall(user, may.changeApplicants);
	return (
		<Card>
			<h2 className="border-b border-line px-4 py-2.5 font-medium">{heading}</h2>
			<ul>
				{applicants.map((applicant) => (
					<li
						key={applicant.id}
						className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-2 last:border-b-0"
					>
						<div className="min-w-40 flex-1">
							<TextLink to={`/${orgName}/applicants/${applicant.id}`} className="font-medium">
								<Marked text={applicant.name} words={words} />
							</TextLink>
							<p className="text-text-2">
								<Marked text={applicant.applicationNumber} words={words} /> · {applicant.courseCode} ·{" "}
								{applicant.applicationTitle}
							</p>
						</div>
						<StageBadge type={applicant.stage.type} name={applicant.stage.name} />
						{mayMove && (
							<LinkButton to={`/${orgName}/applicants/${applicant.id}/stage`} size="small">
								Move to stage
								<VisuallyHidden>: {applicant.name}</VisuallyHidden>
							</LinkButton>
						)}
						<MoreActions applicant={applicant} />
					</li>
				))}
			</ul>
		</Card>
	);
};

const MoreActions = ({ applicant }: { applicant: FoundApplicant }) => {
	const { orgName, user, organisation } = useShell();
	const actions = actionsFor(user.privileges, factsAbout(applicant, organisation));
	if (actions.length === 0) return null;
	return (
		<Menu
			label={`More actions: ${applicant.name}`}
			button={<MoreHorizontal {...iconProps} />}
			buttonClassName={iconButtonClass("small")}
			entries={actions.map((action) => ({
				id: action.id,
				label: action.label,
				icon: action.icon,
				to: actionAddress(action, `/${orgName}/applicants/${applicant.id}`),
				reloadDocument: action.reloadDocument,
				disabled: action.refusal !== undefined,
				hint: action.refusal,
			}))}
		/>
	);
};
