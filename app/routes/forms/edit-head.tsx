import { X } from "lucide-react";
import { fullName } from "#app/format/names";
import { ColleaguesHere } from "#app/list/sheet/colleagues-here";
import { useShell } from "#app/shell/shell-context";
import { Avatar } from "#app/ui/avatar";
import { Button, LinkButton } from "#app/ui/button";
import { intentName } from "#app/ui/form-fields/field-names";
import type { Applicant } from "#worker/services/applicants/contract";

interface EditHeadProps {
	applicant: Applicant;
	/** Other users who have the applicant open. */
	others: readonly { id: string; name: string }[];
	/** The address of Close form; undefined when it submits the page, so that nothing typed is lost. */
	closeTo: string | undefined;
}

/** The applicant's name, and the button that closes the form (§2 Edit applicant form). */
export const EditHead = ({ applicant, others, closeTo }: EditHeadProps) => {
	const { orgName } = useShell();
	const name = fullName(applicant);
	return (
		<header className="sticky top-0 z-20 flex min-h-15 items-center gap-3 border-b border-line bg-panel px-5 py-2 max-sm:px-3">
			<Avatar
				name={name}
				size={40}
				photoUrl={applicant.hasPhoto ? `/${orgName}/applicants/${applicant.id}/photo` : null}
			/>
			<div className="min-w-0 flex-1">
				<h1 className="truncate text-base font-medium">
					<span className="sr-only">Edit applicant form: </span>
					<bdi>{name}</bdi>
				</h1>
				<p className="truncate text-sm text-text-2">
					<span className="max-sm:hidden">Edit applicant form · </span>
					<span className="tabular-nums">{applicant.applicationNumber}</span>
					<span className="max-sm:hidden">
						{" "}
						· {applicant.course.code} {applicant.course.title}
					</span>
				</p>
			</div>
			{others.length > 0 && (
				<span role="status" className="flex items-center gap-1.5 text-sm text-text-2 max-md:hidden">
					<ColleaguesHere others={others} />
				</span>
			)}
			{closeTo === undefined ? (
				<Button name={intentName} value="close" icon={X}>
					Close form
				</Button>
			) : (
				<LinkButton to={closeTo} icon={X}>
					Close form
				</LinkButton>
			)}
		</header>
	);
};
