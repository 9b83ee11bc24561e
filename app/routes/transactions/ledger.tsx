import { useShell } from "#app/shell/shell-context";
import { Timeline, TimelineItem } from "#app/ui/page/timeline";
import { formatDateTime } from "#worker/contract/text/dates";
import type { PaymentEvent } from "#worker/services/transactions/contract";

/** What each line of the ledger was, by its source. */
const sources: Record<string, string> = {
	start: "Payment started",
	check: "Status checked",
	schedule: "Checked automatically",
	requery: "Queried with others",
	webhook: "Reported by the platform",
	return: "Payer came back",
	settlement: "In a settlement file",
	desk: "Put right by hand",
};

/** The ledger of a payment: who asked, what the provider answered, and what followed. The newest comes first. */
export const Ledger = ({ events }: { events: readonly PaymentEvent[] }) => {
	const { timeZone } = useShell().organisation;
	return (
		<Timeline>
			{events.map(({ id, source, note, by, providerStatus, createdAt }, index) => (
				<TimelineItem
					key={id}
					current={index === 0}
					title={sources[source] ?? "Something else"}
					detail={<span className="[overflow-wrap:anywhere]">{note}</span>}
					meta={
						<>
							{by && `${by} · `}
							<time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt, timeZone)}</time>
							{providerStatus && providerStatus !== note && ` · the platform said “${providerStatus}”`}
						</>
					}
				/>
			))}
		</Timeline>
	);
};
