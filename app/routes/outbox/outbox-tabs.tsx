import { Tabs } from "#app/ui/page/tabs";

/** What is kept: mails and texts. */
export const OutboxTabs = ({ here, current }: { here: string; current: "mails" | "texts" }) => (
	<Tabs
		label="Outbox"
		tabs={[
			{ to: here, label: "Mails", current: current === "mails" },
			{ to: `${here}/texts`, label: "Texts", current: current === "texts" },
		]}
	/>
);
