import {
	Calendar,
	Circle,
	CircleCheck,
	CircleX,
	Eye,
	FileSignature,
	Inbox,
	ListChecks,
	Pencil,
	Phone,
	Search,
	ThumbsUp,
} from "lucide-react";
import { Badge } from "#app/ui/badge";
import type { Icon } from "#app/ui/icon";
import { describeStageType, type StageType } from "#worker/contract/stage-types";

const icons: Record<string, Icon> = {
	pencil: Pencil,
	inbox: Inbox,
	eye: Eye,
	search: Search,
	"list-checks": ListChecks,
	"file-signature": FileSignature,
	"check-circle": CircleCheck,
	"x-circle": CircleX,
	calendar: Calendar,
	phone: Phone,
	"thumbs-up": ThumbsUp,
};

/** The icon that the stage type table names; a plain circle for a name it does not know. */
export const stageIcon = (name: string): Icon => icons[name] ?? Circle;

export interface StageBadgeProps {
	type: StageType;
	/** The step's own name in its workflow; the type's label when left out. */
	name?: string | null;
	className?: string;
}

/** The stage of an applicant: the step's name in its type's colour and icon (§3). */
export const StageBadge = ({ type, name, className }: StageBadgeProps) => {
	const stage = describeStageType(type);
	return (
		<Badge colour={stage.colour} icon={stageIcon(stage.icon)} className={className}>
			{name || stage.label}
		</Badge>
	);
};
