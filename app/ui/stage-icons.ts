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
import type { Icon } from "#app/ui/icon";

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
