import { useRevalidator } from "@remix-run/react";
import { WebSocket as ReconnectingWebSocket } from "partysocket";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import {
	closeCodes,
	type HubMessage,
	type PageMessage,
	type Person,
	ping,
} from "#durable-objects/notification-hub/contract";

interface Live {
	/** Who else has an applicant open, by applicant id. */
	presence: Readonly<Record<string, readonly Person[]>>;
	/** Tells colleagues which applicant this page shows. */
	setViewing(applicantId: string | null): void;
}

const LiveContext = createContext<Live>({ presence: {}, setViewing: () => {} });

/** §9: 1000 ms between attempts, 10 of them. */
const reconnection = {
	minReconnectionDelay: 1000,
	maxReconnectionDelay: 1000,
	reconnectionDelayGrowFactor: 1,
	maxRetries: 10,
};
/** why: below the proxies' idle limits; the platform answers it without waking the hub. */
const pingEveryMs = 30_000;
/** why: a batch sends many hints; one reading answers them all. */
const settleMs = 60;

/** The live connection of a page: any hint reads again what the page shows (§7 Notifications). */
export const LiveProvider = ({
	orgName,
	userId,
	csrf,
	children,
}: {
	orgName: string;
	userId: string;
	csrf: string;
	children: ReactNode;
}) => {
	const { revalidate } = useRevalidator();
	const [presence, setPresence] = useState<Live["presence"]>({});
	const socket = useRef<ReconnectingWebSocket>();
	const viewing = useRef<string | null>(null);

	const sayViewing = useCallback(() => {
		const message: PageMessage = { type: "viewing", applicantId: viewing.current };
		if (socket.current?.readyState === ReconnectingWebSocket.OPEN) socket.current.send(JSON.stringify(message));
	}, []);

	useEffect(() => {
		let settling: ReturnType<typeof setTimeout> | undefined;
		const readAgain = () => {
			clearTimeout(settling);
			settling = setTimeout(revalidate, settleMs);
		};
		const live = new ReconnectingWebSocket(() => socketUrl(orgName, userId, csrf), undefined, reconnection);
		socket.current = live;
		let missed = false;
		live.addEventListener("open", () => {
			sayViewing();
			// why: what happened while the line was down was not heard.
			if (missed) readAgain();
			missed = false;
		});
		live.addEventListener("close", ({ code }) => {
			missed = true;
			// why: a session that is over has no line; the page finds out by reading again.
			if (code === closeCodes.sessionEnded) readAgain();
			if (code === closeCodes.sessionEnded || code === closeCodes.tooMany) live.close();
		});
		live.addEventListener("message", ({ data }) => {
			const message = readMessage(data);
			if (message?.type === "changed") readAgain();
			if (message?.type === "presence") {
				const { applicantId, people } = message;
				setPresence(({ [applicantId]: _, ...others }) =>
					// why: nobody is no entry; a day's work would leave one for every applicant that was opened.
					people.length > 0 ? { ...others, [applicantId]: people } : others,
				);
			}
		});
		const pinging = setInterval(() => {
			if (live.readyState === ReconnectingWebSocket.OPEN) live.send(ping);
		}, pingEveryMs);
		return () => {
			clearInterval(pinging);
			clearTimeout(settling);
			live.close();
		};
	}, [orgName, userId, csrf, revalidate, sayViewing]);

	const setViewing = useCallback(
		(applicantId: string | null) => {
			viewing.current = applicantId;
			sayViewing();
		},
		[sayViewing],
	);
	const live = useMemo(() => ({ presence, setViewing }), [presence, setViewing]);
	return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
};

/** Each attempt has a ticket of its own: it is good once, for 30 seconds. */
const socketUrl = async (orgName: string, userId: string, csrf: string): Promise<string> => {
	const answer = await fetch(`/${orgName}/socket-ticket`, { method: "POST", body: new URLSearchParams({ csrf }) });
	if (!answer.ok) throw new Error(`no ticket for the live connection: ${answer.status}`);
	const { ticket } = (await answer.json()) as { ticket: string };
	const url = new URL(`/api/notifications/${userId}`, window.location.href);
	url.protocol = url.protocol.replace("http", "ws");
	url.searchParams.set("ticket", ticket);
	return url.href;
};

const readMessage = (data: unknown): HubMessage | undefined =>
	typeof data === "string" && data.startsWith("{") ? (JSON.parse(data) as HubMessage) : undefined;

/** Says that this page shows the applicant, and answers who else has them open. */
export const useViewing = (applicantId: string): readonly Person[] => {
	const { presence, setViewing } = useContext(LiveContext);
	useEffect(() => {
		setViewing(applicantId);
		return () => setViewing(null);
	}, [applicantId, setViewing]);
	return presence[applicantId] ?? [];
};
