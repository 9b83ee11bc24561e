import { LogIn } from "lucide-react";
import { fullName } from "#app/format/names";
import { Avatar } from "#app/ui/avatar";
import { StageBadge } from "#app/ui/badge";
import { LinkButton } from "#app/ui/button";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import type { PublicCandidate } from "#worker/services/candidate-info/contract";

interface CandidateHeaderProps {
	candidate: PublicCandidate;
	photoUrl: string | null;
	loginTo: string;
}

/** Who it is, where they stand, and the way to the rest (§2). */
export const CandidateHeader = ({ candidate, photoUrl, loginTo }: CandidateHeaderProps) => {
	const name = fullName(candidate);
	return (
		<div className="grid grid-cols-1 gap-4 border-b border-line p-5 max-sm:p-3">
			<div className="flex flex-wrap items-start gap-4">
				<Avatar name={name} size="passport" photoUrl={photoUrl} label={`Passport picture of ${name}`} />
				<div className="min-w-0 flex-1 basis-52">
					<div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<h1 className="min-w-0 text-lg break-words">{name}</h1>
						<StageBadge type={candidate.status} />
					</div>
					<p className="text-text-2 tabular-nums">{candidate.applicationNumber}</p>
				</div>
				<LinkButton to={loginTo} variant="primary" icon={LogIn}>
					Login to view more
				</LinkButton>
			</div>
			<DescriptionList>
				<DescriptionItem label="Application" wide>
					{candidate.applicationTitle}
				</DescriptionItem>
				<DescriptionItem label="Course code">{candidate.course.code}</DescriptionItem>
				<DescriptionItem label="Course">{candidate.course.title}</DescriptionItem>
			</DescriptionList>
		</div>
	);
};
