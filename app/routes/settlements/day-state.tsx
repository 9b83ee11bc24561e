import { CircleCheck, Clock } from "lucide-react";
import { Badge } from "#app/ui/badge";
import { platformName } from "#worker/contract/payment-platforms";
import { settlingPlatforms } from "#worker/services/settlements/files.contract";

export const platformChoices = settlingPlatforms.map((value) => ({ value, label: platformName(value) }));

/** Whether a day is closed, in words and colour. */
export const DayState = ({ isClosed }: { isClosed: boolean }) =>
	isClosed ? (
		<Badge colour="green" icon={CircleCheck}>
			Closed
		</Badge>
	) : (
		<Badge colour="amber" icon={Clock}>
			Open
		</Badge>
	);
