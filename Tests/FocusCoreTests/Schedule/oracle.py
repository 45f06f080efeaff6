#!/usr/bin/python3
# SPDX-FileCopyrightText: The Focus Filters authors
# SPDX-License-Identifier: Apache-2.0
"""What schedules mean, by Python's zoneinfo and by brute force.

    oracle.py SEED COUNT    makes COUNT random schedules in a dozen zones, each over ten years, and prints for each

        zone NAME OFFSET    a zone's offset from UTC before the first transition
        t AT OFFSET         one of its transitions
        local NAME          the user's own zone
        schedule FROM UNTIL TEXT
        i START END         the stretches of time that are inside, in order, none touching the next
        end

    oracle.py zones FROM UNTIL NAME…   prints the zones' transitions only

All instants are seconds since the Unix epoch. Shares nothing with the code under test: every day of the ten years is
looked at by itself, and local times become instants by folds and round trips.
"""
import calendar
import datetime
import random
import sys
import zoneinfo

UTC = datetime.timezone.utc
DAY = datetime.timedelta(days=1)
ZONES = [
    'Europe/Paris', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca', 'Pacific/Apia', 'America/New_York',
    'America/St_Johns', 'America/Sao_Paulo', 'Pacific/Chatham', 'Antarctica/Troll', 'Europe/Dublin', 'Asia/Pyongyang',
    'America/Caracas', 'Asia/Gaza', 'UTC',
]
WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']


def stamp(instant):
    return int(instant.timestamp())


def offset(zone, second):
    return int(datetime.datetime.fromtimestamp(second, zone).utcoffset().total_seconds())


def transitions(zone, start, end):
    """Hour by hour, then by halving."""
    found = []
    second, now = start, offset(zone, start)
    while second < end:
        following = min(second + 3600, end)
        other = offset(zone, following)
        if other != now:
            low, high = second, following
            while high - low > 1:
                middle = (low + high) // 2
                if offset(zone, middle) == now:
                    low = middle
                else:
                    high = middle
            found.append((high, other))
            now = other
        second = following
    return found


def instants(zone, wall):
    """The first and the last instant at which the wall shows this; twice the end of the gap that swallows it."""
    candidates = [wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    shown = sorted(c for c in candidates if c.astimezone(zone).replace(tzinfo=None) == wall)
    if shown:
        return stamp(shown[0]), stamp(shown[-1])
    low, high = sorted(stamp(c) for c in candidates)
    low -= 1
    before = offset(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        if offset(zone, middle) == before:
            low = middle
        else:
            high = middle
    return high, high


class Window:
    """One random window: its text, and which intervals it makes."""

    def __init__(self, rng, years):
        self.weekdays, weekday_text = self.random_weekdays(rng)
        self.fits, date_text = self.random_dates(rng, years)
        self.start, self.end, time_text = self.random_times(rng)
        self.end_weekday = None
        if rng.random() < 0.25:
            self.end_weekday, time_text = self.random_end(rng, time_text)
        self.zone = rng.choice(ZONES) if rng.random() < 0.3 else None
        self.text = ' '.join(part for part in (weekday_text, date_text, time_text, self.zone) if part)

    @staticmethod
    def random_weekdays(rng):
        kind = rng.randrange(4)
        if kind == 0:
            return set(range(7)), ''
        if kind == 1:
            first, last = rng.randrange(7), rng.randrange(7)
            days = {first}
            day = first
            while day != last:
                day = (day + 1) % 7
                days.add(day)
            return days, f'{WEEKDAYS[first]}..{WEEKDAYS[last]}'
        days = sorted(rng.sample(range(7), rng.randint(1, 4)))
        return set(days), rng.choice([',', ', ']).join(WEEKDAYS[d] for d in days)

    @staticmethod
    def random_dates(rng, years):
        kind = rng.randrange(9)
        if kind < 3:
            return lambda d: True, ''
        if kind == 3:
            days = sorted(rng.sample(range(1, 29), 2))
            return lambda d: days[0] <= d.day <= days[1], f'*-*-{days[0]}..{days[1]}'
        if kind == 4:
            back = rng.randint(1, 7)
            return (lambda d: calendar.monthrange(d.year, d.month)[1] - d.day < back), f'*-*~{back}/1'
        if kind == 5:
            months = sorted(rng.sample(range(1, 13), 3))
            return lambda d: d.month in months, '*-' + ','.join(f'{m:02}' for m in months) + '-*'
        if kind == 6:
            a, b = [(rng.randint(1, 12), rng.randint(1, 28)) for _ in 'ab']
            if a <= b:
                return lambda d: a <= (d.month, d.day) <= b, f'*-{a[0]:02}-{a[1]:02}..*-{b[0]:02}-{b[1]:02}'
            return (lambda d: (d.month, d.day) >= a or (d.month, d.day) <= b), \
                f'*-{a[0]:02}-{a[1]:02}..*-{b[0]:02}-{b[1]:02}'
        if kind == 7:
            a = datetime.date(rng.choice(years), rng.randint(1, 12), rng.randint(1, 28))
            b = a + datetime.timedelta(days=rng.randint(7, 400))
            return lambda d: a <= d <= b, f'{a.isoformat()}..{b.isoformat()}'
        day, step = rng.randint(1, 9), rng.randint(2, 9)
        return lambda d: d.day >= day and (d.day - day) % step == 0, f'*-*-{day}/{step}'

    @staticmethod
    def random_times(rng):
        def time():
            # Near midnight and in the small hours most clocks jump.
            hour = rng.choice([0, 1, 2, 3, 23, rng.randrange(24), rng.randrange(24)])
            return hour * 3600 + rng.choice([0, 0, 30, 45, rng.randrange(60)]) * 60 + rng.choice([0, 0, 0, 59])

        def words(second):
            text = f'{second // 3600:02}:{second // 60 % 60:02}'
            return text + (f':{second % 60:02}' if second % 60 else '')

        start = end = time()
        if rng.random() < 0.1:
            return 0, 86400, rng.choice(['00:00-24:00', '00:00 - 24:00'])
        while start == end:
            end = time() if rng.random() < 0.8 else (start + rng.choice([60, 600, 1800])) % 86400
        return start, end, f'{words(start)}-{words(end)}'

    def random_end(self, rng, time_text):
        """A weekday before the end."""
        weekday = rng.randrange(7)
        start, end = time_text.split('-')
        return weekday, f'{start.strip()}-{WEEKDAYS[weekday]} {end.strip()}'

    def days_on(self, day):
        """How many days after the start's day the end comes: one day after the other is tried."""
        if self.end_weekday is None:
            return 0 if self.end > self.start else 1
        days = 0
        while (day + days * DAY).weekday() != self.end_weekday or days * 86400 + self.end <= self.start:
            days += 1
        return days

    def intervals(self, zone, first, last):
        zone = zoneinfo.ZoneInfo(self.zone) if self.zone else zone
        day = first
        while day <= last:
            if day.weekday() in self.weekdays and self.fits(day):
                midnight = datetime.datetime.combine(day, datetime.time())
                last_day = midnight + self.days_on(day) * DAY
                start = instants(zone, midnight + datetime.timedelta(seconds=self.start))[0]
                end = instants(zone, last_day + datetime.timedelta(seconds=self.end))[1]
                if start < end:
                    yield start, end
            day += DAY


def union(intervals):
    merged = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def print_zone(name, start, end):
    zone = zoneinfo.ZoneInfo(name)
    print('zone', name, offset(zone, start))
    for at, after in transitions(zone, start, end):
        print('t', at, after)


def random_schedule(rng, number, known):
    local = ZONES[number % len(ZONES)]
    year = rng.randint(2003, 2010) if local == 'Pacific/Apia' else rng.randint(2003, 2032)
    years = list(range(year, year + 10))
    windows = [Window(rng, years) for _ in range(rng.randint(1, 4))]
    for name in {local, *(w.zone for w in windows if w.zone)} - known:
        print_zone(name, stamp(datetime.datetime(2001, 1, 1, tzinfo=UTC)), stamp(datetime.datetime(2045, 1, 1, tzinfo=UTC)))
        known.add(name)
    start, end = (datetime.date(y, 1, 1) for y in (year, year + 10))
    inside = union(i for w in windows for i in w.intervals(
        zoneinfo.ZoneInfo(local), start - 12 * DAY, end + 5 * DAY))
    print('local', local)
    moments = [stamp(datetime.datetime.combine(d, datetime.time(), UTC)) for d in (start, end)]
    print('schedule', *moments, ', '.join(w.text for w in windows))
    for interval in inside:
        print('i', *interval)
    print('end')


def main(arguments):
    if arguments[0] == 'zones':
        for name in arguments[3:]:
            print_zone(name, int(arguments[1]), int(arguments[2]))
        return
    rng = random.Random(int(arguments[0]))
    known = set()
    for number in range(int(arguments[1])):
        random_schedule(rng, number, known)


if __name__ == '__main__':
    main(sys.argv[1:])
