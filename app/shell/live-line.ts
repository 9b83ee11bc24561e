import { WebSocket as ReconnectingWebSocket } from "partysocket";
import { paceReadings } from "#app/shell/pace-readings";
import { restBetweenRounds } from "#app/shell/rest-between-rounds";
import type { Changed } from "#app/shell/shows";
import {
	closeCodes,
	type HubMessage,
	maxTopics,
	type PageMessage,
	type Person,
	ping,
} from "#durable-objects/notification-hub/contract";
import type { Topic } from "#worker/contract/topics";

/** §9: 1000 ms between attempts, 10 of them. */
const reconnection = {
	minReconnectionDelay: 1000,
	maxReconnectionDelay: 1000,
	reconnectionDelayGrowFactor: 1,
	maxRetries: 10,
};
/** why: below the proxies' idle limits; the platform answers it without waking the hub. */
const pingEveryMs = 30_000;

interface Whose {
	orgName: string;
	userId: string;
	csrf: string;
}

interface Listener {
	onOpen(): void;
	/** Called when the page has to read again. */
	onChanged(changed: Changed): void;
	onPresence(applicantId: string, people: readonly Person[]): void;
	/** Called when §9's ten attempts were in vain or there were too many connections, and when the connection is there again. */
	onRest(isResting: boolean): void;
}

export interface LiveLine {
	say(message: PageMessage): void;
	subscribe(topics: readonly Topic[]): void;
	/** While the page navigates, sends or reads, it hears of no changes. */
	setBusy(isBusy: boolean): void;
	/** Begins ten further attempts, if the last ones were in vain. */
	resume(): void;
	close(): void;
}

/** Opens the live connection, and opens it again whenever it is lost (§7 Notifications). */
export const openLine = (whose: Whose, { onOpen, onChanged, onPresence, onRest }: Listener): LiveLine => {
	const pace = paceReadings(onChanged);
	const live = new ReconnectingWebSocket(() => socketUrl(whose), undefined, reconnection);
	const send = (text: string) => {
		if (live.readyState === ReconnectingWebSocket.OPEN) live.send(text);
	};
	let missed = false;
	let isOver = false;
	const rounds = restBetweenRounds(() => live.reconnect(), onRest);
	const restAfterLast = () => {
		if (!isOver && live.retryCount >= reconnection.maxRetries) rounds.failed();
	};
	const restAtOnce = () => {
		live.close();
		rounds.failed();
	};
	const resumeIfVisible = () => {
		if (document.visibilityState === "visible") rounds.resume();
	};
	window.addEventListener("online", rounds.resume);
	document.addEventListener("visibilitychange", resumeIfVisible);
	// why: an attempt may fail before there is a socket, when no ticket comes.
	live.addEventListener("error", restAfterLast);
	live.addEventListener("open", () => {
		rounds.succeeded();
		onOpen();
		// why: what happened while the line was down was not heard.
		if (missed) pace.hear("everything");
		missed = false;
	});
	live.addEventListener("close", ({ code }) => {
		missed = true;
		// why: a session that is over has no line; the page finds out by reading again.
		if (code === closeCodes.sessionEnded) pace.hear("everything");
		isOver ||= code === closeCodes.sessionEnded;
		if (isOver) live.close();
		// why no ten attempts: with too many pages open, each would close the line of another page.
		else if (code === closeCodes.tooMany) restAtOnce();
		else restAfterLast();
	});
	live.addEventListener("message", ({ data }) => {
		const message = readMessage(data);
		if (message?.type === "changed") pace.hear(message.topics);
		if (message?.type === "presence") onPresence(message.applicantId, message.people);
	});
	const pinging = setInterval(() => send(ping), pingEveryMs);
	const say = (message: PageMessage) => send(JSON.stringify(message));
	return {
		say,
		subscribe: (topics) => say({ type: "subscribe", topics: topics.slice(0, maxTopics) }),
		setBusy: pace.setBusy,
		resume: rounds.resume,
		close: () => {
			isOver = true;
			rounds.stop();
			window.removeEventListener("online", rounds.resume);
			document.removeEventListener("visibilitychange", resumeIfVisible);
			clearInterval(pinging);
			pace.stop();
			live.close();
		},
	};
};

/** Each attempt has a ticket of its own: it is good once, for 30 seconds. */
const socketUrl = async ({ orgName, userId, csrf }: Whose): Promise<string> => {
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
